import { expect, test } from 'vitest';
import { networksOf } from '#app/platform/throttle/network.server.ts';
import { HashingBusyError, withHashingSlot } from './hashing-queue.server.ts';

test('R-02: one network has eight slots, and leaves the others to everyone else', async () => {
  const { promise: going, resolve: finish } = Promise.withResolvers<string>();
  const here = Array.from({ length: 8 }, () => withHashingSlot(networksOf('203.0.113.7'), () => going));
  await expect(withHashingSlot(networksOf('203.0.113.7'), () => going)).rejects.toBeInstanceOf(
    HashingBusyError,
  );
  expect(await withHashingSlot(networksOf('198.51.100.1'), async () => 'served')).toBe('served');
  expect(await withHashingSlot([], async () => 'served')).toBe('served');
  finish('done');
  expect(await Promise.all(here)).toEqual(Array(8).fill('done'));
  expect(await withHashingSlot(networksOf('203.0.113.7'), async () => 'served')).toBe('served');
});

test('R-02: failed work releases its slot', async () => {
  for (let n = 0; n < 20; n++) {
    const failing = withHashingSlot(networksOf('203.0.113.7'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  }
});
