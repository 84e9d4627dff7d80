import { expect, test } from 'vitest';
import { momentInAddress, momentWords, readMoment, secondReadingOf } from './moment.ts';

const newYork = { timeZone: 'America/New_York', locale: 'en-US' };
const lordHowe = { timeZone: 'Australia/Lord_Howe', locale: 'en-AU' };

test('a moment is read in the time of the town, or with its own zone', () => {
  for (const [text, instant] of [
    ['2026-11-01T23:59', '2026-11-02T04:59:00Z'],
    ['2026-11-01t23:59:30', '2026-11-02T04:59:30Z'],
    ['2026-11-01', '2026-11-01T04:00:00Z'],
    ['2026-11-01T23:59Z', '2026-11-01T23:59:00Z'],
    ['2026-11-01T23:59-05:00', '2026-11-02T04:59:00Z'],
    ['2026-11-01T23:59-0500', '2026-11-02T04:59:00Z'],
    [' 2026-11-01T23:59+10:30 ', '2026-11-01T13:29:00Z'],
  ] as const) {
    const { instant: read, problem } = readMoment(text, newYork);
    expect([text, problem, read && momentInAddress(read)]).toEqual([text, undefined, instant]);
  }
});

test('a time that the clock skips is refused, with the times around it', () => {
  expect(readMoment('2026-03-08T02:30', newYork).problem).toBe(
    '2:30 AM on March 8, 2026 doesn’t exist in America/New_York: the clocks go forward then. Choose 3:30 AM.',
  );
  expect(readMoment('2026-10-04T02:15', lordHowe).problem).toContain('Choose 2:45 am.');
  expect(readMoment('2026-03-08T02:30Z', newYork).problem).toBeUndefined();
});

test('a time that occurs twice means the first; the second is written with its offset, and the two differ', () => {
  const { instant: first = 0 } = readMoment('2026-11-01T01:30', newYork);
  const { instant: second = 0 } = readMoment('2026-11-01T01:30-05:00', newYork);
  expect(second - first).toBe(60 * 60 * 1000);
  expect(secondReadingOf(first, newYork)).toBe(second);
  expect(secondReadingOf(second, newYork)).toBeUndefined();
  expect(momentWords(first, newYork)).toContain('1:30 AM (the first time that the clock shows it');
  expect(momentWords(second, newYork)).toContain('1:30 AM (the second time that the clock shows it');
  expect(momentWords(first - 60 * 60 * 1000, newYork)).toBe('Sunday, November 1, 2026, 12:30 AM');
});

test('anything else is refused, with an example', () => {
  for (const text of [
    '',
    'tomorrow',
    '2026-02-30T10:00',
    '2026-02-30T10:00Z',
    '2026-11-01T25:00',
    '2026-11-01 10:00',
    '1793500000000',
    '2026-11-01T10:00+99:99',
  ])
    expect([text, readMoment(text, newYork).problem]).toEqual([
      text,
      expect.stringContaining('2026-11-01T23:59'),
    ]);
  expect(readMoment('1066-10-14T09:00', newYork).problem).toContain('between 1970 and 2199');
});
