import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderConfiguration } from '../scripts/write-configuration.ts';

test('docs/configuration.md matches the settings table; npm run docs writes it', () => {
  const written = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
  expect(written).toBe(renderConfiguration());
});
