/** How an editor arranges an issue: the same rules in the browser and for forms that are posted without JavaScript. */

/**
 * What an issue contains, in order, and what is left out of it. A key is '<collection>/<id>'; 'events/*' is the block of
 * upcoming events, and single events are only ever in `out`. The first item is the featured one.
 */
export type Order = { items: string[]; out: string[] };

/** The buttons of an item. 'place' is what dragging does: `at` is its new index among the items. */
export type Move =
  | { do: 'up' | 'down' | 'feature' | 'leave' | 'add'; key: string }
  | { do: 'place'; key: string; at: number };

const KEY = /^[a-z]+\/(\*|[\w-]{1,128})$/;
const PRESSES = ['up', 'down', 'feature', 'leave', 'add'] as const;

/** The order after this move; the same object if it changes nothing. */
export function moved(order: Order, move: Move): Order {
  const next = rearranged(order, move);
  return orderText(next) === orderText(order) ? order : next;
}

function rearranged(order: Order, move: Move): Order {
  const { items, out } = order;
  const { key } = move;
  const at = items.indexOf(key);
  if (move.do === 'add') return added(order, key);
  if (move.do === 'leave') {
    if (out.includes(key) || (at < 0 && !isSingleEvent(key))) return order;
    return { items: items.filter((other) => other !== key), out: [...out, key] };
  }
  if (at < 0) return order;
  return { items: placed(items, key, targetOf(move, at)), out };
}

function targetOf(move: Move, at: number): number {
  if (move.do === 'place') return move.at;
  if (move.do === 'feature') return 0;
  return move.do === 'up' ? at - 1 : at + 1;
}

function placed(items: string[], key: string, at: number): string[] {
  const others = items.filter((other) => other !== key);
  return others.toSpliced(Math.max(0, Math.min(at, others.length)), 0, key);
}

/** A story goes after the last story, everything else to the end. */
function added({ items, out }: Order, key: string): Order {
  if (!out.includes(key)) return { items, out };
  const rest = out.filter((other) => other !== key);
  if (isSingleEvent(key)) return { items, out: rest };
  const at = isStory(key) ? items.findLastIndex(isStory) + 1 : items.length;
  return { items: items.toSpliced(at === 0 ? items.length : at, 0, key), out: rest };
}

function isStory(key: string): boolean {
  return /^(articles|news)\//.test(key);
}

function isSingleEvent(key: string): boolean {
  return key.startsWith('events/') && key !== 'events/*';
}

/** As a hidden field holds it: 'articles/a1 events/*;news/n2'. */
export function orderText({ items, out }: Order): string {
  return `${items.join(' ')};${out.join(' ')}`;
}

/** The reverse of `orderText`; undefined if it is none. Each key is in it once. */
export function readOrder(text: string): Order | undefined {
  const parts = text.split(';');
  if (parts.length !== 2) return undefined;
  const [items = [], out = []] = parts.map((part) => part.split(' ').filter(Boolean));
  const all = [...items, ...out];
  if (!all.every((key) => KEY.test(key)) || new Set(all).size !== all.length) return undefined;
  return { items, out };
}

/** The move that a pressed button stands for: 'up articles/a1'. Undefined if it is another button. */
export function readPress(text: string): Move | undefined {
  const [word = '', key = '', ...rest] = text.split(' ');
  const what = PRESSES.find((each) => each === word);
  return what && KEY.test(key) && rest.length === 0 ? { do: what, key } : undefined;
}

/** What the composer shows of an item of an issue. */
export type ShownPart = {
  /** '<collection>/<id>'; 'events/*' for the block of upcoming events. */
  key: string;
  title: string;
  /** 'Article', 'Poll'. */
  kind: string;
  /** When it was published or is open, as text; '' if it has no date. */
  when: string;
  /** The single events of the block, and how many there are in addition. */
  more: number;
  events: { key: string; title: string; when: string }[];
};
