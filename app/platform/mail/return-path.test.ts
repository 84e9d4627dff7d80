import { expect, test } from 'vitest';
import { returnPathOf } from './mail-sender.ts';

const tag = 'k3v9q2m8x7w1p5r4t6y0';
const sender = 'news@maple.example';

test('Bounces go to the address of the settings, or else to the sender', () => {
  expect(returnPathOf({ bounceAddress: '', verp: false }, tag, sender)).toBe(sender);
  expect(returnPathOf({ bounceAddress: 'bounces@maple.example', verp: false }, tag, sender)).toBe(
    'bounces@maple.example',
  );
});

test('With VERP, the return path names the email', () => {
  expect(returnPathOf({ bounceAddress: '', verp: true }, tag, sender)).toBe(`news+${tag}@maple.example`);
  expect(returnPathOf({ bounceAddress: 'bounces@maple.example', verp: true }, tag, sender)).toBe(
    `bounces+${tag}@maple.example`,
  );
  const long = `${'a'.repeat(50)}@maple.example`;
  expect(returnPathOf({ bounceAddress: long, verp: true }, tag, sender)).toBe(long);
});
