import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/rounds.ts';
import { countRecords, JsonRecordsError, readRecords } from './json-records.ts';

async function withFile<Result>(
  content: string | Buffer,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-test-'));
  const file = join(folder, 'records.json');
  writeFileSync(file, content);
  return work(file).finally(() => rmSync(folder, { recursive: true }));
}

function recordsOf(content: string | Buffer): Promise<unknown[]> {
  return withFile(content, (file) => Array.fromAsync(readRecords(file)));
}

test('the records of an array are read one by one, in order', async () => {
  const records = [
    { id: 'a' },
    { id: 'b', list: [1, [2]], text: 'a ] b } c , d " e \\' },
    'text',
    5,
    null,
    [],
  ];
  expect(await recordsOf(JSON.stringify(records))).toEqual(records);
  expect(await recordsOf(JSON.stringify(records, undefined, 2))).toEqual(records);
});

test('an empty array has no records', async () => {
  expect(await recordsOf('[]')).toEqual([]);
  expect(await recordsOf(' [ \n ] \n')).toEqual([]);
});

test('a byte order mark does no harm', async () => {
  expect(await recordsOf('\uFEFF[1]')).toEqual([1]);
});

test('a file is parsed correctly however it is split into chunks', async () => {
  // Longer than one chunk of 64 KiB, with letters of two to four bytes across every boundary.
  const records = Array.from({ length: 3000 }, (_, index) => ({
    id: index,
    text: `é€😀"\\,]}[{ ${'x'.repeat(index % 97)}`,
  }));
  expect(await recordsOf(JSON.stringify(records))).toEqual(records);
});

test('any records are read exactly as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 8 }),
      fc.constantFrom(undefined, 1),
      async (records, indent) => {
        const text = JSON.stringify(records, undefined, indent);
        expect(await recordsOf(text)).toEqual(JSON.parse(text));
      },
    ),
    rounds(import.meta.url, 50),
  );
});

test.each([
  ['', 'it is empty or not a JSON array of records'],
  ['{"items": []}', 'it is not a JSON array of records'],
  ['id,title\n1,a', 'it is not a JSON array of records'],
  ['[{"id": 1}', 'it is cut off in or after record 1'],
  ['[{"id": 1}, {"id": "two', 'it is cut off in or after record 2'],
  ['[{"id": 1},]', 'record 2 is missing: there is an extra comma'],
  ['[,{"id": 1}]', 'record 1 is missing: there is an extra comma'],
  ['[{"id": 1} {"id": 2}]', 'record 1 is not valid JSON'],
  ["[{'id': 1}]", 'record 1 is not valid JSON'],
  ['[{"id": 1}] and more', 'there is something after the end of the array'],
  ['[1][2]', 'there is something after the end of the array'],
  [Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 'it is not UTF-8 text'],
])('%j is refused with what is wrong', async (content, message) => {
  const refused = withFile(content, countRecords);
  await expect(refused).rejects.toBeInstanceOf(JsonRecordsError);
  await expect(refused).rejects.toThrow(message);
});

test('a record that never ends is refused before it fills the memory', async () => {
  await expect(withFile(`["${'x'.repeat(17_000_000)}`, countRecords)).rejects.toThrow('never ends');
});
