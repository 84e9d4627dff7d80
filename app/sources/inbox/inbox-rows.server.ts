/** What the inbox shows of each stack, enough to decide without opening it. */
import { capitalize } from '#app/items/collection/capitalize.ts';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { formFieldOf } from '#app/items/collection/form-field.ts';
import { hasVanished } from '#app/items/provenance/item-changes.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { EntryKind } from '#app/platform/database/tables/tables.ts';
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import { formatAgo } from '#app/platform/time/relative-time.ts';
import { formatDate, formatLongDate, formatTime, machineTimeOf } from '#app/platform/time/town-time.ts';
import { readChanges, readInput } from '#app/sources/import/entry-columns.ts';
import { NOTICES, readWarning } from '#app/sources/import/put-up-warning.server.ts';
import { type Part, type Show, showOf } from '#app/sources/inbox/pages/inbox-filter.ts';
import { listSimilar, type Similar } from '#app/sources/inbox/pages/similar.server.ts';
import { listShownReports, type ShownReport } from '#app/sources/reports/report-row.server.ts';
import { listSenders, type SenderFacts } from '#app/sources/suggestions/sender-facts.server.ts';
import type { Town } from '#app/town/town.ts';
import { type Credit, listCredits } from './credits.server.ts';
import type { Stack } from './inbox-store.server.ts';
import { type RowWords, rowWordsOf } from './row-words.ts';

export type InboxRow = RowWords & {
  /** The filter that it counts for. */
  show: Show;
  id: string;
  part: Part;
  entry: EntryKind;
  /** It is about an item that exists. */
  isChange: boolean;
  /** A published event that its sources no longer list. */
  isVanished: boolean;
  section: string;
  title: string;
  /** The source's page about it; null without one. */
  link: string | null;
  source: string;
  /** The id of the source that it waits from; null if a person sent it. */
  sourceId: string | null;
  arrived: string;
  machineTime: string;
  when: string | null;
  where: string | null;
  /** The beginning of the text, and what follows up to a few screens. */
  lead: string;
  rest: string;
  changes: { field: string; label: string; from: string; to: string; isLocked: boolean }[];
  /** The other sources of the item. */
  duplicates: Pick<Credit, 'ownId' | 'name' | 'title' | 'link'>[];
  similar: Similar[];
  /** Where it is edited, null for a warning; and the item's page if it is public. */
  editHref: string | null;
  /** Who sent it, of what readers suggest. */
  sender: SenderFacts | null;
  href: string | null;
  snoozed: string | null;
};

type RowsContext = { collections: Collections; town: Town; now: number };

/** The rows of these stacks, in their order. */
export async function listRows(db: ReadDb, stacks: Stack[], context: RowsContext): Promise<InboxRow[]> {
  const credits = await listCredits(db, stacks);
  const similar = await listSimilar(db, stacks, context);
  const senderOf = await listSenders(db, stacks);
  const authors = await listAuthors(db, stacks);
  const reports = await listShownReports(db, stacks);
  return stacks.map((stack) => {
    if (stack.part === 'warnings') return warningRowOf(stack, credits(stack), context);
    const report = reports.get(stack.id);
    // Its item's sources have said nothing about it.
    const own = report ? [] : credits(stack);
    const author = authors.get(stack.topic);
    const about = { credits: own, similar: similar(stack), sender: senderOf(stack), author };
    const row = inboxRowOf(stack, about, context);
    return report ? reportRowOf(row, report) : row;
  });
}

const LEAD_LENGTH = 220;
const TEXT_LENGTH = 2000;
/** How much of a description is read: enough for its text, whatever its markup. */
const MOST_READ = 20_000;

/** The names of the contributors who handed in what waits, by their accounts, which are the topics of the entries. */
async function listAuthors(db: ReadDb, stacks: Stack[]): Promise<Map<string, string>> {
  const ids = stacks.flatMap(({ kind, topic }) => (kind === 'draft' ? [topic] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('site_user').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name ?? 'A contributor']));
}

type About = {
  credits: Credit[];
  similar: Similar[];
  sender: SenderFacts | null;
  author: string | undefined;
};

function inboxRowOf(
  stack: Stack,
  { credits, similar, sender, author }: About,
  context: RowsContext,
): InboxRow {
  const { id, part, kind, itemId, title, link, receivedAt, snoozedUntil } = stack;
  const { town, now } = context;
  const collection = context.collections[stack.collection] as Collection;
  const isChange = kind === 'change' || stack.changes !== null;
  const isVanished = kind === 'change' && hasVanished(credits);
  const input = readInput(stack);
  const { lead, rest } = beginningOf(
    plainLinesOf(String(input.description ?? '').slice(0, MOST_READ)).slice(0, TEXT_LENGTH),
  );
  const [own, ...others] = credits;
  const section = collection.name;
  const about = { entry: kind, section, kind: capitalize(collection.singular), isChange, isVanished };
  return {
    ...rowWordsOf(about),
    ...{ id, part, entry: kind, isChange, isVanished, title, link, lead, rest, similar, sender },
    section,
    show: showOf(kind, section),
    source: own?.name ?? sender?.name ?? author ?? (kind === 'draft' ? 'A contributor' : 'From a reader'),
    sourceId: stack.source,
    arrived: formatAgo(receivedAt, now, town),
    machineTime: machineTimeOf(receivedAt, town.timeZone),
    when: isChange && !isVanished ? null : sayWhen(stack, input, town),
    where: typeof input.eventLocation === 'string' ? input.eventLocation : null,
    // That it vanished is not a status that its source gives it.
    changes: isChange
      ? changesOf(stack, collection, town).filter(({ field }) => !isVanished || field !== 'status')
      : [],
    duplicates: others.map(({ ownId, name, title, link }) => ({ ownId, name, title, link })),
    editHref: `/admin/${collection.name}/${itemId}`,
    href: isChange ? `/${collection.name}/${itemId}` : null,
    snoozed: snoozedUntil !== null && snoozedUntil > now ? formatMoment(snoozedUntil, town) : null,
  };
}

function reportRowOf(row: InboxRow, report: ShownReport): InboxRow {
  const { lead, rest } = beginningOf(report.text);
  return { ...row, kicker: report.topic, publish: report.verb, source: report.readers, lead, rest };
}

function warningRowOf(stack: Stack, [own]: Credit[], { town, now }: RowsContext): InboxRow {
  const { id, part, title, link, receivedAt, snoozedUntil } = stack;
  const { severity, certainty, area, startsAt, endsAt, detail } = readWarning(stack);
  const plain = { isChange: false, isVanished: false };
  const degrees = [severity === 'unknown' ? null : capitalize(severity), certainty].filter(Boolean);
  return {
    ...{
      id,
      part,
      entry: stack.kind,
      title,
      link,
      section: NOTICES,
      show: 'notices' as const,
    },
    ...rowWordsOf({
      ...plain,
      entry: stack.kind,
      section: NOTICES,
      kind: ['Warning', ...degrees].join(' · '),
    }),
    ...{ ...plain, changes: [], duplicates: [], similar: [] },
    ...{ source: own?.name ?? '', sourceId: stack.source, editHref: null, href: null, sender: null },
    arrived: formatAgo(receivedAt, now, town),
    machineTime: machineTimeOf(receivedAt, town.timeZone),
    when: `${formatMoment(startsAt, town)}, until ${formatMoment(endsAt, town)}`,
    where: area || null,
    ...beginningOf(detail),
    snoozed: snoozedUntil !== null && snoozedUntil > now ? formatMoment(snoozedUntil, town) : null,
  };
}

/** 'November 21, 2026, 7:00 AM'. */
export function formatMoment(at: number, town: Town): string {
  return `${formatDate(at, town)}, ${formatTime(at, town)}`;
}

/** 'Saturday, November 28, 2026, 9:00 AM, and 77 more dates until May 22, 2028'; null for a story. */
function sayWhen(
  { startAt, lastStartAt, size }: Stack,
  { eventTime }: Record<string, unknown>,
  town: Town,
): string | null {
  if (startAt === null) return null;
  const first = [formatLongDate(startAt, town), eventTime].filter(Boolean).join(', ');
  if (size === 1 || lastStartAt === null) return first;
  const more = size === 2 ? '1 more date' : `${size - 1} more dates`;
  return `${first}, and ${more} until ${formatDate(lastStartAt, town)}`;
}

function beginningOf(text: string): { lead: string; rest: string } {
  if (text.length <= LEAD_LENGTH) return { lead: text, rest: '' };
  const space = text.lastIndexOf(' ', LEAD_LENGTH);
  const cut = space > 0 ? space : LEAD_LENGTH;
  return { lead: text.slice(0, cut), rest: text.slice(cut).trim() };
}

function changesOf(stack: Stack, collection: Collection, town: Town): InboxRow['changes'] {
  const say = (field: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return 'Nothing';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (collection.json.htmlFields.includes(field))
      return plainLinesOf(String(value).slice(0, MOST_READ)).slice(0, TEXT_LENGTH);
    const choice = formFieldOf(collection, field)?.choices?.find((one) => one.value === value);
    if (choice) return choice.label;
    const at = /Date$/.test(field) ? Date.parse(String(value)) : Number.NaN;
    return Number.isNaN(at) ? String(value) : formatMoment(at, town);
  };
  return readChanges(stack).map(({ field, from, to, locked = false }) => ({
    field,
    label: formFieldOf(collection, field)?.label ?? field,
    from: say(field, from),
    to: say(field, to),
    isLocked: locked,
  }));
}
