import { expect, test } from 'vitest';
import { isGlobalUnicast } from './reach.server.ts';

test.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:93.184.216.34', '64:ff9b::5db8:d822'])(
  'R-37 %s is allowed',
  (address) => {
    expect(isGlobalUnicast(address)).toBe(true);
  },
);

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0x7f.1',
  '2130706433',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::5db8:d822',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  'fe80::1',
  'fe80::1%lo',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  'example.org',
  '',
])('R-37 %s is refused', (address) => {
  expect(isGlobalUnicast(address)).toBe(false);
});
