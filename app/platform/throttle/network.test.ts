import { expect, test } from 'vitest';
import { isLoopback, networkOf, networksOf } from './network.server.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', undefined],
  ['unknown', undefined],
])('R-04: the narrowest network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['::ffff:203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:1:2fe:3:4:5:6', ['2001:db8:1:2fe::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['unknown', []],
])('R-04: %s counts for %j, with increasing limits', (address, names) => {
  const networks = networksOf(address);
  expect(networks.map(({ name }) => name)).toEqual(names);
  const shares = networks.map(({ share }) => share);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
});

test('Loopback is this machine in IPv4 and IPv6', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true]);
  expect(['10.0.0.1', '2001:db8::1', ''].map(isLoopback)).toEqual([false, false, false]);
});
