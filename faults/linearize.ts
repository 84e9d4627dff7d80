/** Whether one order explains all responses about one item (Wing and Gong's search, with Lowe's memory). */
import { apply, nothing, type Operation, type State } from './model.ts';

/** A search that takes more steps than this has not found out. */
const MOST_STEPS = 500_000;

/**
 * What contradicts every order, as text; undefined if one explains all. An operation takes effect at one moment between
 * its call and its response. `order` is that of the writes in the item's versions: those that are not in it did not
 * happen, and one of unknown outcome that is in it did.
 */
export function findContradiction(operations: Operation[], order: readonly string[]): string | undefined {
  const places = new Map(order.map((write, place) => [write, place]));
  const sorted = operations.toSorted((one, other) => one.from - other.from);
  const seen = new Set<string>();
  let deepest: { done: Operation[]; left: Operation[]; state: State } | undefined;
  let steps = 0;

  const search = (left: Operation[], done: Operation[], state: State, next: number): boolean => {
    const isFinished = next === order.length && left.every((one) => !one.result);
    if (isFinished) return true;
    const key = `${left.map((one) => sorted.indexOf(one)).join()} ${JSON.stringify(state)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    if (++steps > MOST_STEPS) throw new Error('the search for an order takes too long');
    if (!deepest || done.length > deepest.done.length) deepest = { done, left, state };
    const soonest = Math.min(...left.map(({ until }) => until));
    for (const one of left) {
      if (one.from > soonest) continue;
      const place = places.get(one.write);
      const after = apply(state, one);
      if (!after || (isWrite(one) && after !== state && place !== next)) continue;
      const others = left.filter((other) => other !== one);
      if (search(others, [...done, one], after, isWrite(one) && after !== state ? next + 1 : next))
        return true;
    }
    return false;
  };

  if (search(sorted, [], nothing, 0) || !deepest) return undefined;
  const { done, left, state } = deepest;
  return `no order explains ${left.slice(0, 4).map(describe).join(' or ')} in ${JSON.stringify(state)}, after ${done.slice(-6).map(describe).join(', ')}`;
}

/** Whether it writes a version when it succeeds. */
export function isWrite({ call: { kind } }: Operation): boolean {
  return ['put', 'create', 'patch', 'save', 'autosave'].includes(kind);
}

function describe({ write, call, result }: Operation): string {
  const { kind, ...more } = call;
  return `${kind} ${write} ${JSON.stringify(more)} → ${result ? JSON.stringify(result) : 'unknown'}`;
}
