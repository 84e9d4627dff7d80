import { expect, test } from 'vitest';
import * as z from 'zod';
import { townSchema } from '#app/town/town.ts';
import {
  instant,
  optionalEmail,
  optionalUrl,
  requiredImageUrl,
  requiredLine,
  requiredUrl,
} from './item-schema.ts';

// Neither an address nor a date, nor one line: every check has a message for it.
const LONG = '\u6f22\n'.repeat(5000);

test.each<[string, z.ZodType, string]>([
  ['a line', requiredLine('a title'), 'Use at most 500 characters'],
  ['an address', requiredUrl('a link'), 'Use at most 2000 characters'],
  ['an address that may be missing', optionalUrl(), 'Use at most 2000 characters'],
  ['a picture', requiredImageUrl('a picture'), 'Use at most 2000 characters'],
  ['an email address', optionalEmail(), 'Use at most 254 characters'],
  ['an instant', instant('a date'), 'Enter a date'],
  ['a time zone', townSchema.shape.timeZone, 'Use at most 100 characters'],
  ['a language', townSchema.shape.locale, 'Use at most 100 characters'],
  ['the address of the owner', townSchema.shape.contactEmail, 'Use at most 254 characters'],
  ['the address of a page', townSchema.shape.facebookUrl, 'Use at most 2,000 characters'],
])('%s that is too long is refused for that alone: nothing parses it', (_, schema, message) => {
  const { error } = schema.safeParse(LONG);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('texts within the maximum length get all other checks', () => {
  expect(requiredUrl('a link').safeParse('javascript:alert(1)').success).toBe(false);
  expect(optionalEmail().parse('june@example.org')).toBe('june@example.org');
  expect(optionalEmail().safeParse('june').error?.issues[0]?.message).toBe('Enter an email address');
  expect(z.decode(instant('a date'), '2026-11-20T17:00:00-05:00')).toBe(Date.UTC(2026, 10, 20, 22));
  expect(instant('a date').safeParse('tomorrow').error?.issues[0]?.message).toBe('Enter a date');
});
