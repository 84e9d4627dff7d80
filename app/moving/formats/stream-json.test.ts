import { expect, test } from 'vitest';
import { MOST_NESTING, MOST_RECORD } from './format.ts';
import { type JsonPath, streamJson } from './stream-json.ts';

const document = {
  meta: { version: '2.0', 'a key with \'quotes\' and "more"': [1, [2], '}'] },
  users: [
    { name: 'Bob "Bobby" \\', tags: ['a, b', '[', '{'] },
    { name: 'Zoë 🔑', deep: { er: [{}] } },
  ],
  count: 3,
};

const isUser = ([list, index, ...below]: JsonPath) =>
  list === 'users' && index !== undefined && below.length === 0;

test('records are found at any boundaries of the pieces', async () => {
  const text = JSON.stringify(document, null, 1);
  for (const size of [1, 2, 3, 7, 64, text.length])
    expect(await read(pieces(text, size), isUser)).toEqual([
      { path: ['users', 0], value: document.users[0] },
      { path: ['users', 1], value: document.users[1] },
    ]);
});

test('a record can be the whole document, a number, or null', async () => {
  expect(await read(['[1', '2, null]'], ({ length }) => length === 1)).toEqual([
    { path: [0], value: 12 },
    { path: [1], value: null },
  ]);
  expect(await read(['{"a": 1}'], ({ length }) => length === 0)).toEqual([{ path: [], value: { a: 1 } }]);
});

test('what follows a record that can’t be read is read', async () => {
  const deep = `${'['.repeat(MOST_NESTING + 1)}${']'.repeat(MOST_NESTING + 1)}`;
  const large = JSON.stringify('x'.repeat(MOST_RECORD));
  const text = `{"users": [{"a": wrong}, ${deep}, ${large}, {"a": 1}]}`;
  expect(await read(pieces(text, 1000), isUser)).toEqual([
    { path: ['users', 0], problem: 'invalid' },
    { path: ['users', 1], problem: 'too-deep' },
    { path: ['users', 2], problem: 'too-large' },
    { path: ['users', 3], value: { a: 1 } },
  ]);
});

test('a document that ends too early keeps what was before', async () => {
  const text = JSON.stringify(document);
  const cut = text.slice(0, text.indexOf('deep'));
  expect(await read(pieces(cut, 10), isUser)).toEqual([
    { path: ['users', 0], value: document.users[0] },
    { path: ['users', 1], problem: 'truncated' },
  ]);
  expect(await read([''], isUser)).toEqual([{ path: [], problem: 'truncated' }]);
});

test('a second document, and text that is no JSON, are reported', async () => {
  expect(await read(['{} {}'], isUser)).toEqual([{ path: [], problem: 'broken' }]);
  expect(await read(['{"users": <html>'], isUser)).toEqual([{ path: ['users'], problem: 'truncated' }]);
});

test('keys like __proto__ change nothing', async () => {
  const [record] = await read(['{"users": [{"__proto__": {"isAdmin": true}}]}'], isUser);
  expect((record as { value: { isAdmin?: boolean } }).value.isAdmin).toBeUndefined();
});

async function read(parts: string[], isRecord: (path: JsonPath) => boolean): Promise<unknown[]> {
  return Array.fromAsync(streamJson(fromList(parts), isRecord));
}

async function* fromList(parts: string[]): AsyncGenerator<string> {
  yield* parts;
}

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, at * size + size),
  );
}
