import { expect, test } from 'vitest';
import { readJsonObject } from './call-body.server.ts';

const JSON_TYPE = 'application/json';

async function statusOf(
  body: string | Uint8Array<ArrayBuffer>,
  contentType = JSON_TYPE,
): Promise<number | undefined> {
  const headers = { 'Content-Type': contentType };
  const request = new Request('http://town.example/api', { method: 'PUT', headers, body });
  return (await readJsonObject(request, [JSON_TYPE])).refusal?.status;
}

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

test('a JSON object is read', async () => {
  const body = '\ufeff{"title":"Ünï","options":["a"]}';
  const headers = { 'Content-Type': 'application/json; charset="UTF-8"' };
  const request = new Request('http://town.example/api', { method: 'PUT', headers, body });
  expect((await readJsonObject(request, [JSON_TYPE])).body).toEqual({ title: 'Ünï', options: ['a'] });
});

test('malformed JSON, and anything but an object, is a 400', async () => {
  for (const body of ['', '{', '{"a":1}x', 'undefined', '[]', '"a"', 'null', '5', "{'a':1}"]) {
    expect(await statusOf(body)).toBe(400);
  }
  expect(await statusOf(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe(400);
});

test('more than 32 levels are a 400', async () => {
  expect(await statusOf(nested(32))).toBeUndefined();
  expect(await statusOf(nested(33))).toBe(400);
  expect(await statusOf(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(400);
});

test('__proto__ is a 400 at every level, and no prototype changes', async () => {
  expect(await statusOf('{"__proto__":{"polluted":true}}')).toBe(400);
  expect(await statusOf('{"a":[{"__proto__":1}]}')).toBe(400);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('any other content type or charset is a 415', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'json',
  ]) {
    expect(await statusOf('{}', type)).toBe(415);
  }
});
