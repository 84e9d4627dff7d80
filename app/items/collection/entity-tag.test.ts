import { expect, test } from 'vitest';
import { entityTagOf, isAsExpected, isHeld } from './entity-tag.ts';

const item = { id: 'a', version: 2, updatedAt: 1_763_676_000_000 };
const tag = entityTagOf(item);

function expects(headers: Record<string, string>, stored: typeof item | undefined = item): boolean {
  return isAsExpected(stored, new Headers(headers));
}

test("an item's tag changes with every save, and when it is deleted and created again", () => {
  expect(tag).toMatch(/^"[^"]+"$/);
  expect(entityTagOf({ ...item, version: 3 })).not.toBe(tag);
  expect(entityTagOf({ ...item, updatedAt: item.updatedAt + 1 })).not.toBe(tag);
});

test('If-Match allows a write only to the version its writer has read', () => {
  expect(expects({})).toBe(true);
  expect(expects({ 'If-Match': tag })).toBe(true);
  expect(expects({ 'If-Match': `"other", ${tag}` })).toBe(true);
  expect(expects({ 'If-Match': '*' })).toBe(true);
  expect(expects({ 'If-Match': '"other"' })).toBe(false);
  // As the tag of a compressed response.
  expect(expects({ 'If-Match': `W/${tag}` })).toBe(true);
  expect(expects({ 'If-Match': 'W/"other"' })).toBe(false);
  expect(isAsExpected(undefined, new Headers({ 'If-Match': '*' }))).toBe(false);
});

test('If-None-Match: * allows a write only if nothing exists yet', () => {
  expect(expects({ 'If-None-Match': '*' })).toBe(false);
  expect(isAsExpected(undefined, new Headers({ 'If-None-Match': '*' }))).toBe(true);
});

test('a client that already has the current version gets a 304', () => {
  expect(isHeld(tag, null)).toBe(false);
  expect(isHeld(tag, `"other", W/${tag}`)).toBe(true);
  expect(isHeld(tag, '"other"')).toBe(false);
});
