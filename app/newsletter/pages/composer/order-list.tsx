import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { saveNow } from '#app/desk/form/form-contents.ts';
import { letDrag } from './drag-order.ts';
import { type Move, moved, type Order, orderText, readOrder, type ShownPart } from './order.ts';
import { OrderRow, rowId, titleOf } from './order-row.tsx';

/** More than these are folded away. */
const FEW = 4;

type OrderListProps = {
  parts: ShownPart[];
  /** The order that the form was opened with; another object replaces what was arranged since. */
  order: { order: Order };
  address: string;
};

/** The items of an issue: arranged by buttons, by Alt and the arrow keys, or by dragging. */
export function OrderList({ parts, order: given, address }: OrderListProps) {
  const [order, setOrder] = useState(given.order);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const focus = useRef<{ move: Move; at: number }>(undefined);
  const latest = useRef(order);
  latest.current = order;
  useEffect(() => setOrder(given.order), [given]);

  const press = (move: Move) => {
    const next = moved(latest.current, move);
    if (next === latest.current) return;
    focus.current = { move, at: latest.current.items.indexOf(move.key) };
    setOrder(next);
    const part = findPart(parts, move.key);
    setSaid(part ? describeMove(move, part, next) : '');
  };
  const pressLatest = useRef(press);
  pressLatest.current = press;

  useLayoutEffect(() => {
    const made = focus.current;
    focus.current = undefined;
    if (made && area.current) focusMoved(area.current, made.move, made.at);
  });
  // Saved at once: the preview follows.
  const text = orderText(order);
  const savedText = useRef(text);
  useEffect(() => {
    if (savedText.current === text) return;
    savedText.current = text;
    const form = field.current?.form;
    if (form && text !== orderText(given.order)) saveNow(form, () => undefined);
  }, [text, given]);
  useEffect(() => {
    if (!list.current) return;
    return letDrag(list.current, ({ key, at }) => pressLatest.current({ do: 'place', key, at }));
  }, []);
  // Automatic saving fills in what an earlier visit could not save.
  useEffect(() => {
    const input = field.current;
    const follow = () => {
      const typed = readOrder(input?.value ?? '');
      if (typed) setOrder(typed);
    };
    input?.addEventListener('input', follow);
    return () => input?.removeEventListener('input', follow);
  }, []);

  const shown = parts.filter(({ key }) => order.items.includes(key));
  const inOrder = shown.toSorted((a, b) => order.items.indexOf(a.key) - order.items.indexOf(b.key));
  const leftOut = parts.filter(({ key }) => order.out.includes(key));
  const shared = { order, address, onPress: press };
  return (
    <div ref={area}>
      <input type="hidden" name="order" value={text} ref={field} readOnly />
      <p className="vh" role="status">
        {said}
      </p>
      <ol className="order" ref={list} onKeyDown={(event) => pressArrow(event, press)}>
        {inOrder.map((part, at) => (
          <OrderRow {...shared} part={part} at={at} key={part.key} />
        ))}
      </ol>
      {leftOut.length === 0 ? null : (
        <details className="fold" open={leftOut.length <= FEW}>
          <summary>{leftOut.length === 1 ? 'Left out: 1 item' : `Left out: ${leftOut.length} items`}</summary>
          <ol className="order">
            {leftOut.map((part) => (
              <OrderRow {...shared} part={part} at={-1} key={part.key} />
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** Alt and an arrow move the item that has the focus, or whose button has it. */
function pressArrow(event: KeyboardEvent, press: (move: Move) => void): void {
  const what = event.altKey ? ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key] : undefined;
  const row = (event.target as Element).closest<HTMLElement>('.order > [data-at]');
  if (!what || !row) return;
  event.preventDefault();
  press({ do: what, key: row.dataset.key ?? '' });
}

/**
 * Moving an element takes the focus from it. An arrow that can't be pressed any more leaves it to the other one, and an
 * item that leaves the list to the one that takes its place.
 */
function focusMoved(area: HTMLElement, move: Move, at: number): void {
  const { do: what, key } = move;
  const isGone = what === 'leave' && at >= 0;
  const own = area.querySelector<HTMLElement>(`#${CSS.escape(rowId(key))}`);
  const row = isGone ? (rowAt(area, at) ?? rowAt(area, at - 1)) : own;
  const target = what === 'place' ? row : ((row && findButton(row, move)) ?? row);
  target?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

function rowAt(area: HTMLElement, at: number): HTMLElement | null {
  return area.querySelector(`[data-at="${at}"]`);
}

/** The buttons of which the first that can be pressed gets the focus after a move. */
const nextButtons: Record<Move['do'], string[]> = {
  up: ['up', 'down'],
  down: ['down', 'up'],
  feature: ['down', 'leave'],
  leave: ['add', 'leave'],
  add: ['leave'],
  place: [],
};

function findButton(row: HTMLElement, { do: what }: Move): HTMLElement | null {
  const found = nextButtons[what].map((word) =>
    row.querySelector<HTMLElement>(`button[value^="${word} "]:not(:disabled)`),
  );
  return found.find((button) => button !== null) ?? null;
}

function findPart(parts: ShownPart[], key: string): ShownPart | undefined {
  const event = parts.flatMap(({ events }) => events).find((each) => each.key === key);
  if (event) return { ...event, kind: '', events: [], more: 0 };
  return parts.find((part) => part.key === key);
}

function describeMove({ do: what, key }: Move, part: ShownPart, order: Order): string {
  const title = `“${titleOf(part, order)}”`;
  if (what === 'leave') return `${title} is left out.`;
  const at = order.items.indexOf(key);
  const place = at < 0 ? '' : ` Number ${at + 1} of ${order.items.length}.`;
  if (what === 'add') return `${title} is back.${place}`;
  return what === 'feature' ? `${title} is featured.${place}` : `${title} moved.${place}`;
}
