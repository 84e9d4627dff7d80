import { noticeParagraphs } from '#app/newsletter/issues/notice-paragraphs.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { formatDate, townDayOf } from '#app/platform/time/town-time.ts';
import { newsletterNameOf } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { findCurrent } from '#app/town/notices/notice-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { previewOf, subjectOf } from './automatic-texts.ts';
import type { Block, Edition } from './edition.ts';
import { findComingUp } from './event-entries.server.ts';
import { EVENTS, type Issue, type ItemKey, keyOf } from './issue.ts';
import { findCorrections, findPolls, findStories } from './item-entries.server.ts';
import { findMinutes } from './minutes-entries.server.ts';

/** The town and the time (UTC epoch milliseconds). */
export type IssueContext = { town: Town; now: number };

/** What the content of an issue depends on. */
export type Resolvable = Pick<
  Issue,
  | 'audience'
  | 'choices'
  | 'edition'
  | 'number'
  | 'subject'
  | 'ownSubject'
  | 'preview'
  | 'note'
  | 'sinceAt'
  | 'builtAt'
  | 'sendAt'
>;

/** A daily issue lists the events of two days: the others come with the next ones. */
const MOST_DAYS_OF_DAILY = 2;

/**
 * The content of an issue: as it was when sending began; before that, as the items are now and as an email sent now, or
 * at its time, shows them. What is no longer public is left out.
 */
export async function resolveIssue(db: ReadDb, context: IssueContext, issue: Resolvable): Promise<Edition> {
  return issue.edition ?? inSnapshot(db, (read) => resolveOpen(read, context, issue));
}

async function resolveOpen(db: ReadDb, context: IssueContext, issue: Resolvable): Promise<Edition> {
  const { town } = context;
  const plan = await findNewsletterPlan(db);
  const out = new Set(issue.choices.out.map(keyOf));
  const kept = issue.choices.items.filter((key) => !out.has(keyOf(key)));
  const found = await findBlocks(db, context, { issue, ahead: plan.ahead, keys: kept });
  const blocks = leadFirst(
    kept.flatMap((key) => found.get(keyOf(key)) ?? []),
    issue.choices.lead,
  );
  const title = newsletterNameOf(plan, town);
  const at = dayAt(context, issue);
  const subject = issue.ownSubject ? issue.subject : subjectOf({ blocks, title });
  return {
    title,
    town: town.title,
    day: townDayOf(at, town.timeZone),
    date: formatDate(at, town),
    locale: town.locale,
    number: issue.number,
    subject,
    preview: issue.preview || previewOf({ blocks, title }, subject),
    written: { subject: issue.ownSubject, preview: issue.preview !== '' },
    note: await noteWithNotices(db, context, issue),
    postalAddress: plan.postalAddress,
    blocks,
  };
}

/** The opening note, after the urgent notices that are up. */
async function noteWithNotices(
  db: ReadDb,
  { town, now }: IssueContext,
  { note }: Pick<Issue, 'note'>,
): Promise<string> {
  const { current } = await findCurrent(db, now);
  return [...current.flatMap((notice) => noticeParagraphs(notice, town)), note].filter(Boolean).join('\n\n');
}

/** When it is sent, as far as is known: events are listed from this day on. */
function dayAt({ now }: IssueContext, { sendAt }: Pick<Issue, 'sendAt'>): number {
  return Math.max(now, sendAt ?? now);
}

type Wanted = { issue: Resolvable; ahead: number; keys: ItemKey[] };

/** The blocks of these keys, by them. */
async function findBlocks(
  db: ReadDb,
  context: IssueContext,
  { issue, ahead, keys }: Wanted,
): Promise<Map<string, Block>> {
  const { town } = context;
  const at = dayAt(context, issue);
  const stories = await findStories(db, { town, now: at }, keys);
  const minutes = await findMinutes(db, town, keys);
  const polls = await findPolls(db, { town, now: at }, keys);
  const span = { since: issue.sinceAt, until: issue.builtAt };
  const corrections = await findCorrections(db, town, keys, span);
  const out = new Set(eventIdsIn(issue.choices.out));
  const days = daysAhead(issue, ahead);
  const hasEvents = keys.some((key) => keyOf(key) === keyOf(EVENTS));
  const events = hasEvents ? await findComingUp(db, { town, at, ahead: days, out }) : undefined;
  return new Map<string, Block>([
    ...[...stories, ...minutes].map(([key, story]) => [key, { kind: 'story', ...story }] as const),
    ...[...polls].map(([key, poll]) => [key, { kind: 'poll', ...poll }] as const),
    ...[...corrections].map(([key, entry]) => [key, { kind: 'correction', ...entry }] as const),
    ...(events ? [[keyOf(EVENTS), events] as const] : []),
  ]);
}

function daysAhead({ audience }: Pick<Issue, 'audience'>, ahead: number): number {
  return audience === 'daily' ? Math.min(ahead, MOST_DAYS_OF_DAILY) : ahead;
}

function eventIdsIn(keys: ItemKey[]): string[] {
  return keys.filter((key) => key.collection === 'events' && key.id !== EVENTS.id).map(({ id }) => id);
}

/** The chosen lead comes first; by default the first story with a picture, otherwise the first story. */
function leadFirst(blocks: Block[], chosen: ItemKey | null): Block[] {
  const lead =
    blocks.find((block) => chosen !== null && keyOf(keyOfBlock(block)) === keyOf(chosen)) ??
    blocks.find((block) => block.kind === 'story' && block.picture !== null) ??
    blocks.find(({ kind }) => kind === 'story');
  if (!lead) return blocks;
  const others = blocks.filter((block) => block !== lead);
  return [lead.kind === 'story' ? { ...lead, kind: 'lead' } : lead, ...others];
}

/** The part of the issue that a block shows. */
export function keyOfBlock(block: Block): ItemKey {
  return block.kind === 'events' ? EVENTS : { collection: block.collection, id: block.id };
}
