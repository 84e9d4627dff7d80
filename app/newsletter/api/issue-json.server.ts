import { isoOf, optionalIsoOf } from '#app/items/content/item-json.ts';
import type { Block, Edition } from '#app/newsletter/issues/edition.ts';
import { type Issue, isOpen, keyOf } from '#app/newsletter/issues/issue.ts';
import { keyOfBlock, resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import type { Order } from '#app/newsletter/pages/composer/order.ts';
import { findGroups, forecastFor, type Groups } from '#app/newsletter/sending/forecast.server.ts';
import {
  countRecipientsOf,
  noRecipients,
  type RecipientCounts,
} from '#app/newsletter/sending/recipient-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Town } from '#app/town/town.ts';

type Context = { town: Town; now: number; siteUrl: string };

type SectionKind = 'lead' | 'stories' | 'events' | 'poll' | 'corrections';
type SectionItem = { collection: string; id: string; title: string; url: string };
type Section = { kind: SectionKind; title: string; items: SectionItem[] };

/** Issues as the API returns them: their content as it is now, or as it was when sending began. */
export async function issuesJson(db: ReadDb, issues: Issue[], context: Context): Promise<object[]> {
  const counts = await countRecipientsOf(
    db,
    issues.filter((issue) => !isOpen(issue)).map(({ id }) => id),
  );
  const groups = issues.every(isCounted) ? undefined : await findGroups(db);
  return Promise.all(
    issues.map((issue) => issueJson(db, issue, { counted: counts.get(issue.id), groups }, context)),
  );
}

type Known = { counted: RecipientCounts | undefined; groups: Groups | undefined };

async function issueJson(db: ReadDb, issue: Issue, known: Known, context: Context): Promise<object> {
  const { id, number, subject, preview, note, state, audience, version, slug } = issue;
  const edition = await resolveIssue(db, context, issue);
  return {
    id,
    number,
    subject,
    preview: preview || edition.preview,
    note,
    state,
    audience,
    day: edition.day,
    sendAt: optionalIsoOf(issue.sendAt),
    startedAt: optionalIsoOf(issue.startedAt),
    finishedAt: optionalIsoOf(issue.finishedAt),
    approvedAt: optionalIsoOf(issue.approvedAt),
    createdAt: isoOf(issue.createdAt),
    heldFor: issue.heldFor,
    endedFor: issue.endedFor,
    url: slug === null ? null : `${context.siteUrl}/newsletter/${slug}`,
    sections: sectionsOf(edition, context.siteUrl),
    counts: countsOf(issue, edition, known),
    version,
  };
}

/** Until the list of recipients is complete, it is a forecast. */
function countsOf(issue: Issue, edition: Edition, { counted, groups }: Known): RecipientCounts {
  const counts = { ...noRecipients, ...counted };
  if (isCounted(issue) || !groups) return counts;
  return { ...counts, recipients: forecastFor(groups, issue, edition).willGet };
}

function isCounted({ startedAt, state }: Issue): boolean {
  return startedAt !== null || state === 'expired';
}

const sectionKinds: Record<Block['kind'], SectionKind> = {
  lead: 'lead',
  story: 'stories',
  events: 'events',
  poll: 'poll',
  correction: 'corrections',
};

const titles: Record<SectionKind, string> = {
  lead: 'Feature',
  stories: 'Stories',
  events: 'Coming up',
  poll: 'Poll',
  corrections: 'Corrections',
};

/** What follows each other of one kind is one section. */
function sectionsOf({ blocks }: Pick<Edition, 'blocks'>, siteUrl: string): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    const kind = sectionKinds[block.kind];
    const items = itemsOf(block, siteUrl);
    const last = sections.at(-1);
    if (last?.kind === kind) last.items.push(...items);
    else sections.push({ kind, title: titles[kind], items });
  }
  return sections;
}

function itemsOf(block: Block, siteUrl: string): SectionItem[] {
  if (block.kind !== 'events') {
    const { id, title, path } = block;
    const collection = block.kind === 'correction' ? 'articles' : block.collection;
    return [{ collection, id, title, url: `${siteUrl}${path}` }];
  }
  const events = block.days.flatMap((day) => day.events);
  return events.map(({ id, title, path }) => ({ collection: 'events', id, title, url: `${siteUrl}${path}` }));
}

type SentSection = { kind: SectionKind; items: { collection: string; id: string }[] };

/**
 * The order that these sections mean for an issue: what they don't name is left out. `all` is everything that the issue
 * could contain. Or the position of an item that it can't.
 */
export function orderOfSections(sections: SentSection[], all: Block[]): Order | { field: string } {
  const known = new Set(all.map((block) => keyOf(keyOfBlock(block))));
  const events = all.flatMap((block) =>
    block.kind === 'events' ? block.days.flatMap((day) => day.events) : [],
  );
  const eventKeys = new Set(events.map(keyOf));
  const items = new Set<string>();
  const named = new Set<string>();
  for (const [at, { kind, items: sent }] of sections.entries()) {
    if (kind === 'events') items.add('events/*');
    for (const [place, { collection, id }] of sent.entries()) {
      const key = keyOf({ collection: kind === 'corrections' ? 'corrections' : collection, id });
      const isEvent = eventKeys.has(key);
      if (isEvent ? kind !== 'events' : !known.has(key)) return { field: `sections.${at}.items.${place}` };
      (isEvent ? named : items).add(key);
    }
  }
  if (!known.has('events/*')) items.delete('events/*');
  const left = [...known].filter((key) => !items.has(key));
  const leftEvents = items.has('events/*') ? [...eventKeys].filter((key) => !named.has(key)) : [];
  return { items: [...items], out: [...left, ...leftEvents] };
}

/** Changes with each save of an editor. */
export function tagOf({ version }: Issue): string {
  return `"${version}"`;
}

/** An issue as the API returns it, with its entity tag. */
export async function issueResponse(
  args: Parameters<typeof readContext>[0],
  db: ReadDb,
  issue: Issue,
  init: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  const [json] = await issuesJson(db, [issue], readContext(args));
  return Response.json(json, { ...init, headers: { ...init.headers, ETag: tagOf(issue) } });
}
