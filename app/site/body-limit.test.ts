import { expect, test } from 'vitest';
import { readBounded } from './body-limit.ts';

function formOf(fields: number, Kind: typeof FormData | typeof URLSearchParams): Request {
  const body = new Kind();
  for (let n = 0; n < fields; n++) body.append(`field${n}`, 'a & b');
  return new Request('http://town.example/', { method: 'POST', body });
}

test('a form has 200 fields at most, or 20 parts (R-26)', async () => {
  expect(await readBounded(formOf(200, URLSearchParams))).toBeDefined();
  expect(await readBounded(formOf(201, URLSearchParams))).toBeUndefined();
  expect(await readBounded(formOf(20, FormData))).toBeDefined();
  expect(await readBounded(formOf(21, FormData))).toBeUndefined();
});

test('what is read is what was sent (R-26)', async () => {
  const read = await readBounded(formOf(20, FormData));
  expect([...((await read?.formData()) ?? [])]).toHaveLength(20);
  const json = new Request('http://town.example/', { method: 'PUT', body: `["${'&'.repeat(1000)}"]` });
  expect(await (await readBounded(json))?.json()).toEqual(['&'.repeat(1000)]);
});

test('a body of 1 MiB is read, one of a byte more is not, whether its length was told or not (R-26)', async () => {
  const send = (bytes: number, told: boolean) => {
    const body = told ? 'x'.repeat(bytes) : new Blob(['x'.repeat(bytes)]).stream();
    return readBounded(
      new Request('http://town.example/', { method: 'POST', body, duplex: 'half' } as RequestInit),
    );
  };
  for (const told of [true, false]) {
    expect(await send(1024 * 1024, told)).toBeDefined();
    expect(await send(1024 * 1024 + 1, told)).toBeUndefined();
  }
});
