import { expect, test } from 'vitest';
import { adversarialTexts, fieldsOfStrangers } from '../../../tests/adversarial-texts.ts';
import { parse } from '../../../tests/parsed-sources.ts';
import { someOf } from '../../../tests/rounds.ts';

/** A pattern that backtracks would not finish within the time of a test, or of the thread that reads sources. */
test.each(Object.entries(fieldsOfStrangers).map(([field, write], turn) => ({ field, write, turn })))(
  'R-43 100 KiB that fit no pattern are read in time that grows with their length: $field',
  ({ write, turn }) => {
    for (const { name, text } of someOf(import.meta.url, adversarialTexts, turn))
      expect(parse(write(text)).error ?? '', name).not.toMatch(/can't be read/);
  },
);
