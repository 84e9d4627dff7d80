import { expect, test } from 'vitest';

const filler = '<p>Words.</p>'.repeat(1000);
const page = `<!DOCTYPE html><style>a{}</style>${filler}<h1>Articles</h1>${filler}`;

type Shown = { actual: string; expected: unknown };

function failureOf(assertion: () => void): Shown {
  try {
    assertion();
  } catch (error) {
    return error as Shown;
  }
  throw new Error('The assertion passed.');
}

test.each<[string, () => void]>([
  ['toContain', () => expect(page).toContain('<h1>Articles and news</h1>')],
  ['not.toContain', () => expect(page).not.toContain('<h1>')],
  ['toMatch', () => expect(page).toMatch(/<h1>Articlez/)],
  ['toBe', () => expect(page).toBe(page.replace('Articles', 'Events'))],
])('a failed assertion about a page shows the part that differs: %s', (_method, assertion) => {
  const { actual, expected } = failureOf(assertion);
  expect(actual.length).toBeLessThan(500);
  expect(actual.includes('<h1>Articles</h1>')).toBe(true);
  expect(`${expected}`.length).toBeLessThan(500);
});
