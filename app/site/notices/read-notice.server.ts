import { listProblems } from '#app/items/content/item-schema.ts';
import { storedLinkOf } from '#app/items/text/own-link.ts';
import { type FieldProblems, hidden } from '#app/platform/forms/field-spec.ts';
import { instantOfTownTime, type TownClock, townTimeOf } from '#app/platform/time/town-time.ts';
import type { Notice } from '#app/town/notices/notice.ts';
import { findUntimely, type NoticeInput, noticeSchema } from '#app/town/notices/notice-schema.server.ts';
import type { Town } from '#app/town/town.ts';
import { endOf, quickEnds } from './notice-times.ts';
import type { NoticeValues } from './notice-values.ts';

/** The names of the form's inputs. */
export const noticeForm = [hidden('text', 'kind', 'ends', 'endsAt', 'startsAt', 'link', 'email')];

type Context = { town: Town; now: number; siteUrl: string };

/** What was typed as input, or the problems at its fields. Times are the town's. */
export function readNotice(
  values: NoticeValues,
  { town, now, siteUrl }: Context,
  old?: Notice,
): { input: NoticeInput; problems?: undefined } | { input?: undefined; problems: FieldProblems } {
  const zone = town.timeZone;
  const quick = quickEnds.find((one) => one === values.ends);
  const endsAt = quick ? endOf(quick, now, zone) : instantOfTownTime(values.endsAt, zone);
  const startsAt = values.startsAt === '' ? undefined : instantOfTownTime(values.startsAt, zone);
  const problems: FieldProblems = {};
  const checked = noticeSchema.safeParse({
    text: values.text,
    kind: values.kind,
    link: values.link,
    endsAt: new Date(endsAt ?? now + 1).toISOString(),
    email: values.email !== '',
  });
  if (!checked.success)
    for (const { field, message } of listProblems(checked.error)) problems[field] ??= message;
  if (endsAt === undefined) problems.endsAt = 'Enter when it ends';
  if (values.startsAt !== '' && startsAt === undefined) problems.startsAt = 'Enter a date and a time';
  const start = old && old.startsAt <= now ? old.startsAt : Math.max(startsAt ?? now, now);
  const untimely = endsAt === undefined ? undefined : findUntimely({ startsAt: start, endsAt }, now);
  if (untimely) problems.endsAt ??= untimely.message;
  if (!checked.success || Object.keys(problems).length > 0) return { problems };
  const { link } = checked.data;
  const own = { siteUrl, siteUrls: town.siteUrls };
  return { input: { ...checked.data, startsAt: start, link: link && storedLinkOf(link, own) } };
}

/** The form's values for a notice, with an end that is still to come; an old one is put up again. */
export function valuesOf(
  notice: Notice | undefined,
  { clock, now }: { clock: TownClock; now: number },
): NoticeValues {
  const { timeZone } = clock;
  if (!notice)
    return { text: '', kind: 'warning', ends: 'tonight', endsAt: '', startsAt: '', link: '', email: '' };
  const { text, kind, link, startsAt, endsAt, email } = notice;
  const isPast = endsAt <= now;
  return {
    ...{
      text,
      kind,
      link: link ?? '',
      ends: isPast ? 'tonight' : 'other',
      email: email && !isPast ? 'true' : '',
    },
    endsAt: isPast ? '' : townTimeOf(endsAt, timeZone),
    startsAt: startsAt > now ? townTimeOf(startsAt, timeZone) : '',
  };
}
