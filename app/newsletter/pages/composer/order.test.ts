import { describe, expect, test } from 'vitest';
import { moved, type Order, orderText, readOrder, readPress } from './order.ts';

const order: Order = { items: ['articles/a', 'news/b', 'events/*', 'polls/p'], out: ['news/x'] };

describe('arranging an issue', () => {
  test('an item moves up and down, and never beyond the ends', () => {
    const items = (what: 'up' | 'down', key: string) => moved(order, { do: what, key }).items;
    expect(items('up', 'events/*')).toEqual(['articles/a', 'events/*', 'news/b', 'polls/p']);
    expect(items('down', 'news/b')).toEqual(['articles/a', 'events/*', 'news/b', 'polls/p']);
    expect(items('up', 'articles/a')).toEqual(order.items);
    expect(items('down', 'polls/p')).toEqual(order.items);
    expect(moved(order, { do: 'place', key: 'polls/p', at: 1 }).items[1]).toBe('polls/p');
  });

  test('the featured item comes first', () => {
    const featured = moved(order, { do: 'feature', key: 'events/*' });
    expect(featured.items).toEqual(['events/*', 'articles/a', 'news/b', 'polls/p']);
    expect(moved(featured, { do: 'feature', key: 'events/*' })).toBe(featured);
    expect(moved(order, { do: 'feature', key: 'news/x' })).toBe(order);
  });

  test('what is left out can be added back: a story after the other stories', () => {
    const without = moved(order, { do: 'leave', key: 'articles/a' });
    expect(without).toEqual({
      items: ['news/b', 'events/*', 'polls/p'],
      out: ['news/x', 'articles/a'],
    });
    expect(moved(without, { do: 'add', key: 'articles/a' })).toEqual({
      items: ['news/b', 'articles/a', 'events/*', 'polls/p'],
      out: ['news/x'],
    });
    expect(moved(order, { do: 'add', key: 'news/unknown' })).toEqual(order);
    expect(moved(order, { do: 'leave', key: 'news/x' })).toEqual(order);
  });

  test('single events are left out of their block, which keeps its place', () => {
    const without = moved(order, { do: 'leave', key: 'events/e1' });
    expect(without).toEqual({ items: order.items, out: ['news/x', 'events/e1'] });
    expect(moved(without, { do: 'add', key: 'events/e1' })).toEqual(order);
  });
});

test('an order survives its form; anything else is refused', () => {
  expect(readOrder(orderText(order))).toEqual(order);
  expect(readOrder(';')).toEqual({ items: [], out: [] });
  for (const text of ['', 'articles/a', 'a;b;c', 'articles/a;articles/a', 'articles/a b;', 'x/<b>;'])
    expect(readOrder(text), text).toBeUndefined();
  expect(readPress('up events/*')).toEqual({ do: 'up', key: 'events/*' });
  for (const text of ['save', 'up', 'place articles/a', 'up articles/a b'])
    expect(readPress(text)).toBeUndefined();
});
