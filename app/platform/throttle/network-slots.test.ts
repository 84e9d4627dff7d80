import { expect, test } from 'vitest';
import { networksOf, openNetworkSlots } from './network.server.ts';

test('R-04: a /48 has one and a half times the slots of a /64, and the rest are for everyone else', () => {
  const enter = openNetworkSlots(8);
  const own = Array.from({ length: 9 }, () => enter(networksOf('2001:db8:1:1::1')));
  expect(own.filter(Boolean)).toHaveLength(8);
  const neighbors = Array.from({ length: 9 }, (_, n) => enter(networksOf(`2001:db8:1:${n + 1}00::1`)));
  expect(neighbors.filter(Boolean)).toHaveLength(4);
  expect(enter(networksOf('2001:db8:2::1'))).toBeDefined();
  expect(enter([])).toBeDefined();
  own[0]?.();
  expect(enter(networksOf('2001:db8:1:1::1'))).toBeDefined();
});
