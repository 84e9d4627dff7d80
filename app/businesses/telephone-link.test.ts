import { expect, test } from 'vitest';
import { telephoneLinkOf } from '#app/businesses/pages/business-card.tsx';

test('a phone number links to its digits and its leading +', () => {
  expect(telephoneLinkOf('(802) 555-0114')).toBe('tel:8025550114');
  expect(telephoneLinkOf(' +1 802.555.0114 ')).toBe('tel:+18025550114');
  expect(telephoneLinkOf('802\u00a0555\u20130114')).toBe('tel:8025550114');
  expect(telephoneLinkOf('911')).toBe('tel:911');
});

test('an extension is dialed after the number', () => {
  expect(telephoneLinkOf('802-555-0114 ext. 12')).toBe('tel:8025550114;ext=12');
  expect(telephoneLinkOf('802 555 0114 x7')).toBe('tel:8025550114;ext=7');
});

test('text that is not exactly one number is not a link', () => {
  for (const text of [
    '',
    'ask at the counter',
    '1-800-FLOWERS',
    '555-0114 or 555-0115',
    '12',
    '+',
    '1'.repeat(16),
  ]) {
    expect(telephoneLinkOf(text)).toBeUndefined();
  }
});
