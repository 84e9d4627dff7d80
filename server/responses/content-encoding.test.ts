import { expect, test } from 'vitest';
import { encodingFor } from './variant.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['br; q=0.000, gzip; q=0', 'identity'],
  ['br;q=0.1', 'br'],
  ['x-brotli, embroidery', 'identity'],
])('Accept-Encoding %s takes %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test('a header is parsed once, and the number of remembered ones is limited', () => {
  for (let n = 0; n < 1000; n++) expect(encodingFor(`gzip;q=0.${n}1, br;q=0`)).toBe('gzip');
  expect(encodingFor('gzip, br')).toBe(encodingFor('gzip, br'));
});
