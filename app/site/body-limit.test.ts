import { expect, test } from 'vitest';
import { type BoundedRequest, openBodyBudget, readBounded } from './body-limit.ts';

async function read(request: Request, budget = openBodyBudget()): Promise<Request | string> {
  const outcome = await readBounded(request, budget);
  return typeof outcome === 'string' ? outcome : outcome.request;
}

function bodyOf(bytes: number, isTold = true): Request {
  const text = 'x'.repeat(bytes);
  const body = isTold ? text : new Blob([text]).stream();
  return new Request('http://town.example/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

function formOf(fields: number, Kind: typeof FormData | typeof URLSearchParams): Request {
  const body = new Kind();
  for (let n = 0; n < fields; n++) body.append(`field${n}`, 'a & b');
  return new Request('http://town.example/', { method: 'POST', body });
}

test('a form has at most 200 fields or 20 parts (R-26)', async () => {
  expect(await read(formOf(200, URLSearchParams))).toBeInstanceOf(Request);
  expect(await read(formOf(201, URLSearchParams))).toBe('too-large');
  expect(await read(formOf(20, FormData))).toBeInstanceOf(Request);
  expect(await read(formOf(21, FormData))).toBe('too-large');
});

test('a body is read exactly as it was sent (R-26)', async () => {
  const form = (await read(formOf(20, FormData))) as Request;
  expect([...(await form.formData())]).toHaveLength(20);
  const text = `["${'&'.repeat(100_000)}"]`;
  const json = new Request('http://town.example/', { method: 'PUT', body: text });
  expect(await ((await read(json)) as Request).text()).toBe(text);
});

test('a body of 1 MiB is accepted, one with a byte more is not, whether or not its length was announced (R-26)', async () => {
  for (const isTold of [true, false]) {
    expect(await read(bodyOf(1024 * 1024, isTold))).toBeInstanceOf(Request);
    expect(await read(bodyOf(1024 * 1024 + 1, isTold))).toBe('too-large');
  }
});

test('R-58 all bodies together have a memory limit, until they get a response; short ones are exempt', async () => {
  const budget = openBodyBudget(2 * 1024 * 1024);
  const large = () => readBounded(bodyOf(1024 * 1024), budget);
  const [first, second] = [await large(), await large()];
  expect(await large()).toBe('no-room');
  expect(await read(bodyOf(16 * 1024), budget)).toBeInstanceOf(Request);
  (first as BoundedRequest).release();
  (first as BoundedRequest).release();
  expect(await read(bodyOf(1024 * 1024), budget)).toBeInstanceOf(Request);
  expect(await large()).toBe('no-room');
  (second as BoundedRequest).release();
  expect(await read(formOf(201, URLSearchParams), budget)).toBe('too-large');
  expect(await large()).toHaveProperty('request');
});

test('R-58 an aborted body releases its memory', async () => {
  const budget = openBodyBudget(1024 * 1024);
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('gone')),
    start: (controller) => controller.enqueue(new Uint8Array(500_000)),
  });
  const broken = new Request('http://town.example/', { method: 'POST', body, duplex: 'half' } as RequestInit);
  await expect(readBounded(broken, budget)).rejects.toThrow('gone');
  expect(await read(bodyOf(1024 * 1024), budget)).toBeInstanceOf(Request);
});
