import { capitalize } from '#app/items/collection/capitalize.ts';
import { countWaiting, listNewestWaiting } from '#app/items/drafts/inbox-entries.server.ts';
import { listIssues } from '#app/newsletter/issues/issue-store.server.ts';
import { findUsualTime } from '#app/newsletter/pages/composer/load-composer.server.ts';
import { timeWords } from '#app/newsletter/pages/plan-words.ts';
import { countActiveSince, countSubscribers } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatShortDate, formatTime, machineTimeOf, townDayOf } from '#app/platform/time/town-time.ts';
import { listSources } from '#app/sources/checks/read-sources.server.ts';
import { findEntries } from '#app/sources/inbox/inbox-store.server.ts';
import { showOf } from '#app/sources/inbox/pages/inbox-filter.ts';
import { explainProblems } from '#app/sources/inbox/pages/row-problems.server.ts';
import { type Badge, badgeOf, needsAttention } from '#app/sources/pages/source/health-badge.server.ts';
import type { Source } from '#app/sources/source.ts';
import { newsletterNameOf } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';

/** What the Overview shows of the inbox: how many decisions wait, and those that arrived last. */
export type InboxOverview = { count: number; newest: NewestEntry[] };

export type NewestEntry = {
  id: string;
  /** Where it is decided; null if it can be decided at once. */
  reviewHref: string | null;
  /** Why it could not be published when that was tried last. */
  problem: string | null;
  editHref: string;
  section: string;
  kind: string;
  title: string;
  source: string;
  when: string;
  machineTime: string;
};

const MOST = 3;

/** `failed` are the ids of entries that could not be decided just now. */
export async function loadInboxPanel(
  {
    collections,
    town,
    now,
    siteUrl,
  }: Pick<RequestContext, 'collections' | 'town' | 'now'> & { siteUrl: string },
  db: ReadDb,
  failed: readonly string[],
): Promise<InboxOverview> {
  const newest = await listNewestWaiting(db, now, MOST);
  const refused = newest.map(({ id }) => id).filter((id) => failed.includes(id));
  const problems = explainProblems(await findEntries(db, refused), refused, {
    ...{ collections, town, now, siteUrl },
  });
  const today = townDayOf(now, town.timeZone);
  return {
    count: newest.length < MOST ? newest.length : await countWaiting(db, now),
    newest: newest.map(({ id, kind, itemId, collection, title, source, receivedAt }) => {
      const at = Number(receivedAt);
      const isToday = townDayOf(at, town.timeZone) === today;
      return {
        id,
        reviewHref: kind === 'new' ? null : `/admin/inbox?show=${showOf(kind, collection)}`,
        problem: problems[id] ?? null,
        editHref: collection === 'notices' ? '/admin/inbox?show=notices' : `/admin/${collection}/${itemId}`,
        section: collection,
        kind:
          kind === 'change' ? 'Source changed' : capitalize(collections[collection]?.singular ?? 'warning'),
        title,
        source: source ?? 'From a reader',
        when: `${isToday ? 'Today' : formatShortDate(at, town)}, ${formatTime(at, town)}`,
        machineTime: machineTimeOf(at, town.timeZone),
      };
    }),
  };
}

/** The next issue and who gets it. `open` is the page where it is edited. */
export type NextNewsletter = {
  name: string;
  next: string;
  subscribers: string;
  open: { href: string; label: string };
};

const WEEK_MS = 7 * DAY_MS;
const MOST_OPEN = 20;

/** Null on a site that sends no newsletter: without issues in preparation, a schedule and subscribers. */
export async function loadNewsletterPanel(
  db: ReadDb,
  town: Town,
  now: number,
): Promise<NextNewsletter | null> {
  const plan = await findNewsletterPlan(db);
  const { items } = await listIssues(db, { states: ['draft', 'scheduled', 'sending'] }, { limit: MOST_OPEN });
  const { active } = await countSubscribers(db);
  if (items.length === 0 && !plan.weekly.on && active === 0) return null;
  const soonest = items
    .filter(({ state }) => state === 'scheduled')
    .toSorted((one, other) => (one.sendAt ?? 0) - (other.sendAt ?? 0))[0];
  const issue = items.find(({ state }) => state === 'sending') ?? soonest ?? items[0];
  const usual = (await findUsualTime(db, town, now)).words;
  const number = new Intl.NumberFormat(town.locale);
  const recent = await countActiveSince(db, now - WEEK_MS);
  return {
    name: newsletterNameOf(plan, town),
    next: issue ? sayNext(issue, town, now) : `No issue is in preparation. ${usual}`.trim(),
    subscribers: [
      `${number.format(active)} ${active === 1 ? 'subscriber' : 'subscribers'}`,
      ...(recent > 0 ? [`${number.format(recent)} of them new this week`] : []),
    ].join(', '),
    open: issue
      ? { href: `/admin/newsletter/${issue.id}`, label: 'Open the issue' }
      : { href: '/admin/newsletter', label: 'Newsletter' },
  };
}

type NextIssue = { subject: string; state: string; sendAt: number | null };

/** '“The week in Maple Hollow” goes out today, 5:00 PM.' */
function sayNext({ subject, state, sendAt }: NextIssue, town: Town, now: number): string {
  if (state === 'sending') return `“${subject}” is being sent.`;
  if (state !== 'scheduled' || sendAt === null) return `“${subject}” is a draft and not scheduled yet.`;
  const isToday = townDayOf(sendAt, town.timeZone) === townDayOf(now, town.timeZone);
  const time = isToday ? `today, ${formatTime(sendAt, town)}` : timeWords(sendAt, town);
  return `“${subject}” goes out ${time}.`;
}

/** The newest import, where the Overview should mention it. */
export type ImportNews = {
  id: string;
  origin: string;
  state: 'running' | 'waiting' | 'ready' | 'stopped' | 'failed' | 'done';
};

/** How long a finished import is mentioned, and one that waits: then its files are deleted. */
const DONE_MS = DAY_MS;
const WAITING_MS = 7 * DAY_MS;

/**
 * The newest import if it is running, has just finished, or waits for someone; null otherwise, undefined if there was
 * never one. `now` is UTC epoch milliseconds.
 */
export async function findImportNews(db: ReadDb, now: number): Promise<ImportNews | null | undefined> {
  const row = await db
    .selectFrom('move_in')
    .select(['id', 'origin', 'state', 'wanted', 'createdAt', 'finishedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, origin, wanted } = row;
  const since = now - Number(row.finishedAt ?? row.createdAt);
  if (wanted !== null || ['reading', 'importing', 'undoing'].includes(row.state))
    return { id, origin, state: 'running' };
  const { state } = row;
  if (state === 'done') return since < DONE_MS ? { id, origin, state } : null;
  const isWaiting = state === 'waiting' || state === 'ready' || state === 'stopped' || state === 'failed';
  return isWaiting && since < WAITING_MS ? { id, origin, state } : null;
}

/** Sources that someone should look at, failing ones first; `others` is how many work. */
export type SourceErrors = {
  sources: { id: string; name: string; badge: Badge; since: string; message: string }[];
  more: number;
  others: number;
};

const MOST_SOURCES = 5;

export async function loadSourcesPanel(db: ReadDb, town: Town, now: number): Promise<SourceErrors> {
  const all = await listSources(db, { now, zone: town.timeZone });
  const isFailing = ({ state }: Source) => (state === 'failing' ? 0 : 1);
  const troubled = all.filter(needsAttention).toSorted((one, other) => isFailing(one) - isFailing(other));
  return {
    sources: troubled.slice(0, MOST_SOURCES).map(({ id, name, state, failingSince, message }) => ({
      ...{ id, name, message, badge: badgeOf(state) },
      since: failingSince === null ? '' : `since ${formatShortDate(failingSince, town)}`,
    })),
    more: Math.max(troubled.length - MOST_SOURCES, 0),
    others: all.filter(({ state }) => state === 'working').length,
  };
}
