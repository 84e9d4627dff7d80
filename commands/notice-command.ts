import { listProblems } from '#app/items/content/item-schema.ts';
import { storedLinkOf } from '#app/items/text/own-link.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { formatDate, formatTime, instantOfTownTime } from '#app/platform/time/town-time.ts';
import { kindWords, noticeKinds } from '#app/town/notices/notice.ts';
import { noticeSchema } from '#app/town/notices/notice-schema.server.ts';
import { changeNotice, findNotice, putUp } from '#app/town/notices/notice-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { type Command, CommandError, exitCodes, type Invocation, seeHelp, UsageError } from './command.ts';
import { recordOperation, withCurrentDatabase } from './with-database.ts';

export const notice: Command = {
  name: 'notice',
  summary: 'Put up an urgent notice on every page, or end one',
  help: `Usage: ${commandLine('notice')} TEXT --ends TIME [--kind KIND] [--link ADDRESS] [--email]
       ${commandLine('notice')} --end ID

Puts a notice of up to 280 characters at the top of every page, within a second on a running site. It
also works on a frozen site. It comes down automatically when it ends. The id that is printed ends it earlier.

  --ends TIME     in the town's time zone, such as 2026-11-22T08:00, or from now: 30m, 6h, 3d
  --kind KIND     ${noticeKinds.join(', ')}; information by default
  --link ADDRESS  where to read more
  --email         also emails it, once, to the subscribers who chose urgent notices; never from a frozen
                  site. The running site sends it
  --end ID        ends the notice now

Example: ${commandLine("notice 'Boil water on Mill Street' --ends 6h --kind danger")}`,
  options: {
    ends: { type: 'string' },
    kind: { type: 'string' },
    link: { type: 'string' },
    email: { type: 'boolean' },
    end: { type: 'string' },
  },
  words: 'many',
  async run(invocation) {
    const { words, options, environment } = invocation;
    const isEnding = options.end !== undefined;
    if (isEnding ? words.length > 0 || options.ends !== undefined : words.length !== 1)
      throw new UsageError(`Give one text in quotes with --ends, or an id with --end. ${seeHelp('notice')}`);
    const settings = readSettings(environment);
    return withCurrentDatabase(settings, ({ write }) =>
      isEnding ? end(write, String(options.end), invocation) : add(write, settings, invocation),
    );
  },
};

async function add(write: WriteDb, { url: siteUrl }: Settings, invocation: Invocation): Promise<number> {
  const { words, options, terminal, now } = invocation;
  if (typeof options.ends !== 'string')
    throw new UsageError(`Say when it ends with --ends. ${seeHelp('notice')}`);
  const town = await findTown(write);
  const endsAt = readEnd(options.ends, now, town);
  if (endsAt === undefined)
    throw new UsageError(
      `--ends takes a time such as 2026-11-22T08:00, or 30m, 6h or 3d, not '${options.ends}'.`,
    );
  const { ends: _, end: __, ...given } = options;
  const checked = noticeSchema.safeParse({
    ...given,
    text: words[0],
    endsAt: new Date(endsAt).toISOString(),
  });
  if (!checked.success) {
    const [problem] = listProblems(checked.error);
    throw new UsageError(`${problem?.field === 'text' ? '' : `--${problem?.field}: `}${problem?.message}.`);
  }
  const { link } = checked.data;
  const email = checked.data.email && town.frozenAt === undefined;
  const input = {
    ...checked.data,
    email,
    link: link && storedLinkOf(link, { siteUrl, siteUrls: town.siteUrls }),
  };
  const outcome = await putUp(write, input, { now, by: null });
  if (outcome.kind === 'refused') throw new UsageError(`--ends: ${outcome.problem.message}.`);
  if (outcome.kind !== 'saved') throw new CommandError('The notice was not saved.');
  const { notice: saved } = outcome;
  await recordOperation(write, invocation, 'notice-added', saved.text);
  const until = `${formatDate(saved.endsAt, town)}, ${formatTime(saved.endsAt, town)}`;
  terminal.print(`${kindWords[saved.kind].label}: ${saved.text}`);
  terminal.print(
    `It is on every page until ${until}. To end it earlier, run: ${commandLine(`notice --end ${saved.id}`)}`,
  );
  if (checked.data.email && town.frozenAt !== undefined)
    terminal.print('The site is frozen, so it is not emailed.');
  return exitCodes.done;
}

const UNITS: Record<string, number> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** A time of the town, an instant with its offset, or a span from now; undefined for anything else. */
function readEnd(text: string, now: number, { timeZone }: Town): number | undefined {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return now + Number(count) * (UNITS[unit] ?? 0);
  const instant = /(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : instantOfTownTime(text.replace(' ', 'T'), timeZone);
  return Number.isNaN(instant) ? undefined : instant;
}

async function end(write: WriteDb, id: string, invocation: Invocation): Promise<number> {
  const { terminal, now } = invocation;
  const known = await findNotice(write, id);
  if (!known)
    throw new CommandError(`There is no notice '${id}'. GET /api/v1/notices lists those that are up.`);
  const outcome = await changeNotice(write, id, { endsAt: now }, now);
  if (outcome.kind === 'refused') throw new CommandError(`It has not started: ${outcome.problem.message}.`);
  if (outcome.kind === 'ended') {
    terminal.print('It has ended already. Nothing was changed.');
    return exitCodes.done;
  }
  await recordOperation(write, invocation, 'notice-ended', known.text);
  terminal.print(`Ended: ${known.text}`);
  return exitCodes.done;
}
