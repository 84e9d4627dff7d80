import { expect, test } from 'vitest';
import { adversarialTexts, fieldsOfStrangers } from '../../../tests/adversarial-texts.ts';
import { parse } from '../../../tests/parsed-sources.ts';

/** A pattern that backtracks would not finish within the time of a test, or of the thread that reads sources. */
test.each(Object.entries(fieldsOfStrangers))(
  'R-43 100 KiB that fit no pattern are read in time that grows with their length: %s',
  (_field, write) => {
    for (const { name, text } of adversarialTexts)
      expect(parse(write(text)).error ?? '', name).not.toMatch(/can't be read/);
  },
);
