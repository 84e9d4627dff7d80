import type { Collections } from '#app/items/collection/collection.ts';
import { listSampleKeys } from '#app/items/sample-town/sample-town-store.server.ts';
import type { Block } from '#app/newsletter/issues/edition.ts';
import { type Choices, type Issue, type ItemKey, keyOf } from '#app/newsletter/issues/issue.ts';
import {
  type IssueContext,
  keyOfBlock,
  type Resolvable,
  resolveIssue,
} from '#app/newsletter/issues/resolve-issue.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDayParts } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { Order, ShownPart } from './order.ts';

/** Everything of an issue with what is left out, and how it is arranged now. */
export type Arrangement = { parts: ShownPart[]; order: Order; preview: string; isEmpty: boolean };

export async function findArrangement(
  db: ReadDb,
  context: IssueContext,
  issue: Resolvable,
): Promise<Arrangement> {
  const { blocks, preview } = await resolveIssue(db, context, issue);
  const all = await resolveIssue(db, context, { ...issue, choices: { ...issue.choices, out: [] } });
  const parts = all.blocks.map((block) => partOf(block, context.town));
  const known = new Set(parts.flatMap(({ key, events }) => [key, ...events.map((event) => event.key)]));
  return {
    parts,
    preview,
    order: {
      items: blocks.map((block) => keyOf(keyOfBlock(block))),
      out: issue.choices.out.map(keyOf).filter((key) => known.has(key)),
    },
    isEmpty: blocks.length === 0,
  };
}

/** What an editor arranged, together with what the form did not show (`shown`) because it is not public now. */
export function choicesOf({ items, out }: Order, shown: Order, stored: Choices): Choices {
  const mentioned = new Set([...items, ...out, ...shown.items, ...shown.out]);
  const isUnknown = (key: ItemKey) => !mentioned.has(keyOf(key));
  const blocks = out.filter((key) => !key.startsWith('events/') || key === 'events/*');
  const chosen = [...items, ...blocks].map(readKey);
  return choices({
    items: [...chosen, ...stored.items.filter(isUnknown)],
    lead: items[0] === undefined ? null : readKey(items[0]),
    out: [...out.map(readKey), ...stored.out.filter(isUnknown)],
  });
}

function choices(value: { items: ItemKey[]; lead: ItemKey | null; out: ItemKey[] }): Choices {
  return value as Choices;
}

function readKey(key: string): ItemKey {
  const at = key.indexOf('/');
  return { collection: key.slice(0, at), id: key.slice(at + 1) };
}

function partOf(block: Block, town: Town): ShownPart {
  const key = keyOf(keyOfBlock(block));
  switch (block.kind) {
    case 'events':
      return eventsPart(block);
    case 'poll':
      return { key, title: block.title, kind: 'Poll', when: block.time, more: 0, events: [] };
    case 'correction':
      return { key, title: block.title, kind: 'Correction', when: '', more: 0, events: [] };
    default: {
      const kind = storyKinds[block.collection];
      const { monthDay } = formatDayParts(block.at, town);
      return { key, title: block.title, kind, when: monthDay, more: 0, events: [] };
    }
  }
}

const storyKinds = { articles: 'Article', news: 'News', minutes: 'Minutes' } as const;

function eventsPart({ title, days, more }: Extract<Block, { kind: 'events' }>): ShownPart {
  const [first] = days;
  const last = days.at(-1);
  const until = first?.month === last?.month ? last?.number : last?.date;
  return {
    key: 'events/*',
    title,
    kind: 'Events',
    when: days.length > 1 ? `${first?.date} to ${until}` : (first?.date ?? ''),
    more,
    events: days.flatMap((day) =>
      day.events.map((event) => ({
        key: `events/${event.id}`,
        title: event.title,
        when: [event.when, event.status].filter(Boolean).join(', '),
      })),
    ),
  };
}

type Context = IssueContext & { collections: Collections };

/** How many items of the sample town an issue contains that has not been sent. */
export async function countSamplesIn(db: ReadDb, context: Context, issue: Issue): Promise<number> {
  const samples = await listSampleKeys(db, context.collections);
  if (samples.size === 0) return 0;
  const { parts, order } = await findArrangement(db, context, issue);
  const out = new Set(issue.choices.out.map(keyOf));
  const shown = parts.filter(({ key }) => order.items.includes(key));
  const keys = shown.flatMap(({ key, events }) => [key, ...events.map((event) => event.key)]);
  return keys.filter((key) => samples.has(key) && !out.has(key)).length;
}
