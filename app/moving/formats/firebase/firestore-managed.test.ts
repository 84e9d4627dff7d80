import { readFileSync } from 'node:fs';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packTar } from 'modern-tar';
import { expect, test } from 'vitest';
import type { Found } from '#app/moving/formats/format.ts';
import { recognizeFile } from '#app/moving/formats/formats.server.ts';
import { isObject, type JsonObject } from '#app/sources/formats/json-value.ts';
import {
  bytesField,
  embedded,
  entityOf,
  group,
  logOf,
  type ManagedDocument,
  managedExport,
  varint,
} from '../../../../tests/managed-export.ts';
import {
  countKinds,
  hasSamples,
  listDoubts,
  migrationSamples,
  readFound,
  readFoundIn,
} from '../../../../tests/read-found.ts';
import { zipFile } from '../../../../tests/zip-file.ts';
import { pathOf, valuesOf } from './datastore-entity.ts';

const article = { title: 'Mill', pubDate: { _seconds: 1_795_793_400, _nanoseconds: 0 }, description: 'x' };
const articleOf = (id: string, more: JsonObject = {}): ManagedDocument => ({
  path: ['articles', id],
  values: { ...article, ...more },
});
const fine = { kind: 'articles', origin: 'firestore', key: 'fine', title: 'Mill' };

/** The file `output-0` with records as they are given. */
const readRecords = (...records: Buffer[]) => readFoundIn('output-0', Buffer.concat([...logOf(records)]));
const fineRecord = entityOf(['articles', 'fine'], article);

const withoutFile = (found: Found[]) =>
  found.map((each) => ('place' in each ? { ...each, place: each.place.record } : each));

test('values of all types are as in the JSON of Firestore’s library', () => {
  const values = {
    none: null,
    yes: true,
    no: false,
    text: 'Zoë’s café 🔔 \uFFFD',
    empty: '',
    whole: -42,
    half: 0.5,
    moment: { _seconds: -1, _nanoseconds: 999_999_000 },
    place: { _latitude: 43.65, _longitude: -79.38 },
    link: { _path: { segments: ['towns', 't', 'articles', 'a'] } },
    bytes: { type: 'Buffer', data: [0, 255] },
    map: { deep: { deeper: [] }, list: [{ a: 1 }, { b: [true] }] },
    nothing: {},
    emptyList: [],
    one: ['single'],
    mixed: [1, 'two', null, { three: 3 }, { _seconds: 4, _nanoseconds: 0 }, false],
  };
  const entity = entityOf(['articles', 'a/1', 'comments', '__id5632499082330112__'], values);
  expect(pathOf(entity)).toEqual(['articles', 'a/1', 'comments', '__id5632499082330112__']);
  expect(valuesOf(entity)).toEqual(values);
  const proto = valuesOf(entityOf(['a', 'b'], Object.fromEntries([['__proto__', { x: 1 }]])));
  expect([Object.hasOwn(proto, '__proto__'), 'x' in proto]).toEqual([true, false]);
});

test('integers of 64 bits keep their digits; numbers that JSON does not have are none', () => {
  const odd = { most: 2n ** 63n - 1n, least: -(2n ** 63n), safe: 2 ** 53 - 1, next: 2n ** 53n + 1n };
  expect(valuesOf(entityOf(['a', 'b'], { ...odd, nan: Number.NaN, huge: Infinity, tiny: 5e-324 }))).toEqual({
    ...{ most: '9223372036854775807', least: '-9223372036854775808', safe: 9_007_199_254_740_991 },
    ...{ next: '9007199254740993', nan: null, huge: null, tiny: 5e-324 },
  });
});

test('the same documents as JSON and as a managed export are the same records', async () => {
  const json = {
    articles: { a1: { ...article, tags: ['One', 'Two'], place: { _latitude: 1, _longitude: 2 } } },
    events: {
      e1: {
        title: 'Fair',
        eventDate: '2026-11-01T05:30:00Z',
        related: { _path: { segments: ['articles', 'a1'] } },
      },
      e2: { title: 'No date', eventDate: null },
    },
    polls: { p1: { title: 'Where?', options: [{ text: 'Here' }, { text: 'There' }] } },
    users: {
      u1: { email: 'a@example.org', newsletterOptIn: true, createdAt: { _seconds: 1, _nanoseconds: 0 } },
    },
    chats: { c1: {}, c2: {} },
  };
  const read = await readFoundIn('output-0', managedExport(documentsOf(json)));
  expect(withoutFile(read)).toEqual(withoutFile(await readFoundIn('town.json', json)));
  expect(countKinds(read)).toEqual({ articles: 1, events: 2, polls: 1, users: 1, 'left-out': 3 });
});

test.skipIf(!hasSamples)('the sample of a whole town gives the same records in both formats', async () => {
  const path = join(migrationSamples, 'firestore-node-firestore-import-export.json');
  const { __collections__: collections } = JSON.parse(readFileSync(path, 'utf8'));
  const bytes = managedExport(documentsOf(collections), { isPadded: true });
  const read = await readFoundIn('output-0', bytes);
  expect(withoutFile(read)).toEqual(withoutFile(await readFound(path)));
  expect(countKinds(read)).toMatchObject({ articles: 25, news: 25, events: 40, polls: 5, users: 18 });
});

test('documents below documents are left out and counted, with the collections above them', async () => {
  const below = (...path: string[]) => ({ path: ['articles', 'a', ...path], values: { title: 'x' } });
  const documents = [
    articleOf('a'),
    below('comments', '1'),
    below('comments', '2'),
    below('comments', '1', 'likes', '3'),
  ];
  const found = await readFoundIn('output-0', managedExport(documents));
  expect(countKinds(found)).toEqual({ articles: 1, 'left-out': 2 });
  expect(found).toContainEqual({ kind: 'left-out', what: 'documents of “articles/…/comments”', count: 2 });
  expect(found).toContainEqual({
    kind: 'left-out',
    what: 'documents of “articles/…/comments/…/likes”',
    count: 1,
  });
});

/** A whole export: two parts, one of them empty, and the files that describe it. */
const exported: Record<string, Buffer> = {
  'x/x.overall_export_metadata': Buffer.from([0x0a, 0x12]),
  'x/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata': Buffer.from([0x0a, 0x12]),
  'x/all_namespaces/all_kinds/output-0': managedExport([articleOf('a', { place: 1 })], { isPadded: true }),
  'x/all_namespaces/all_kinds/output-1': Buffer.alloc(0),
  'x/all_namespaces/all_kinds/output-2': managedExport([articleOf('b', { place: 2 })]),
};

test('the export is imported as a folder, a zip or a tar, and its parts are read as one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-managed-'));
  for (const [name, content] of Object.entries(exported)) {
    await mkdir(dirname(join(folder.path, 'given', name)), { recursive: true });
    await writeFile(join(folder.path, 'given', name), content);
  }
  const entries = Object.entries(exported);
  const tar = await packTar(
    entries.map(([name, body]) => ({ header: { name, size: body.length, type: 'file' as const }, body })),
  );
  await writeFile(join(folder.path, 'a.tar'), tar);
  await writeFile(join(folder.path, 'a.zip'), zipFile(entries.map(([name, content]) => ({ name, content }))));
  for (const name of ['given', 'a.zip', 'a.tar']) {
    const path = join(folder.path, name);
    expect(await recognizeFile(path)).toMatchObject({ formats: ['firestore'], label: 'Firestore' });
    const found = await readFound(path);
    expect(countKinds(found)).toEqual({ articles: 2, 'left-out': 2 });
    expect(found[0]).toMatchObject({
      place: { file: `${name}/x/all_namespaces/all_kinds/output-0`, record: 'articles/a' },
    });
    expect(listDoubts(found)).toEqual([
      'doubtful unknown-field articles/a place: The field “place” (a number) is left out, here and in all other records',
    ]);
  }
});

test('a part of an export is recognized by its content, whatever its name; what only describes one is refused', async () => {
  const [, , part = Buffer.alloc(0)] = Object.values(exported);
  for (const name of ['output-0', 'output-12', 'kind_articles_output-0 (1)', 'download.bin', 'articles.json'])
    expect(countKinds(await readFoundIn(name, part)), name).toMatchObject({ articles: 1 });
  expect(listDoubts(await readFoundIn('2026.overall_export_metadata', Buffer.from([0x0a, 0x12])))).toEqual([
    'refused unknown-format  : This only describes an export of Firestore: import its whole folder, or a .zip of it',
  ]);
});

test('an export without documents is refused', async () => {
  const nothing = ['refused nothing  : There is nothing in it that can be imported'];
  for (const content of [
    Buffer.alloc(0),
    Buffer.alloc(100_000),
    managedExport([{ path: ['chats', 'c'], values: {} }]),
  ])
    expect(listDoubts(await readFoundIn('output-0', content))).toEqual(nothing);
  expect(
    listDoubts(await readFoundIn('a.zip', zipFile([{ name: 'x/output-0', content: Buffer.alloc(32_768) }]))),
  ).toEqual(nothing);
});

test('damaged records are refused with their place, and the others are read', async () => {
  const bytes = managedExport([articleOf('a'), articleOf('b'), articleOf('fine')]);
  const length = managedExport([articleOf('a')]).length;
  const broken = Buffer.from(bytes);
  broken[length + 40] = 0xff;
  expect(listDoubts(await readFoundIn('output-0', broken))).toEqual([
    `refused invalid byte ${length} : The record is damaged and can’t be read`,
  ]);
  broken.fill(0xff, length, length + 7);
  expect(listDoubts(await readFoundIn('output-0', broken))).toEqual([
    `refused damaged byte ${length} : The file is damaged from here to byte ${bytes.length}. The records in between can't be read`,
  ]);
  const cut = await readFoundIn('output-0', bytes.subarray(0, -1));
  expect(countKinds(cut)).toEqual({ articles: 2, unreadable: 1 });
  expect(listDoubts(cut)).toEqual([
    `refused truncated byte ${2 * length} : The file ends in the middle of a record`,
  ]);
  // A part whose first record is damaged, too, is known by its name.
  expect(countKinds(await readFoundIn('output-0', bytes.fill(0xff, 8, 12)))).toEqual({
    unreadable: 1,
    articles: 2,
  });
});

test('R-39 messages that claim more than they have, and numbers without an end, cost their record only', async () => {
  const key = fineRecord.subarray(0, fineRecord.indexOf('fine') + 5);
  const wrong = [
    Buffer.alloc(0),
    Buffer.from([0xff, 0xff]),
    Buffer.alloc(500, 0xff),
    Buffer.from('{"title": "JSON"}'),
    // A key that claims 1 GB, a property that does, and a text in one.
    Buffer.concat([varint(13 * 8 + 2), varint(2 ** 30), key]),
    Buffer.concat([varint(13 * 8 + 2), varint(2 ** 27), key]),
    Buffer.concat([key, varint(15 * 8 + 2), varint(2 ** 30), Buffer.from('x')]),
    Buffer.concat([key, bytesField(15, Buffer.concat([varint(26), varint(2 ** 40), Buffer.from('x')]))]),
    Buffer.concat([
      key,
      bytesField(
        15,
        Buffer.concat([
          bytesField(3, 'n'),
          bytesField(5, Buffer.concat([Buffer.from([8]), Buffer.alloc(5000, 0x80)])),
        ]),
      ),
    ]),
    // Groups without an end, with the end of another one, and nested without a limit.
    Buffer.concat([key, varint(19 * 8 + 3)]),
    Buffer.concat([key, varint(19 * 8 + 4)]),
    Buffer.concat([key, group(19, varint(18 * 8 + 4))]),
    Buffer.concat([key, Buffer.concat(Array<Buffer>(50_000).fill(varint(19 * 8 + 3)))]),
    // A field of a type that there is none of, and one without a number.
    Buffer.concat([key, varint(19 * 8 + 7)]),
    Buffer.concat([key, varint(2)]),
    // IDs and paths that Firestore does not allow, a path without an ID, and a key that is a number.
    entityOf(['articles', 'x'.repeat(1501)], article),
    entityOf(Array<string>(202).fill('a'), article),
    bytesField(13, bytesField(14, group(1, bytesField(2, 'articles')))),
    bytesField(13, bytesField(14, '')),
    Buffer.from([13 * 8, 1]),
  ];
  const found = await readRecords(...wrong, fineRecord);
  expect(found).toContainEqual(expect.objectContaining(fine));
  expect(countKinds(found)).toEqual({ unreadable: wrong.length, articles: 1 });
  expect(new Set(listDoubts(found).map((line) => line.split(' ')[1]))).toEqual(new Set(['invalid']));
});

test('R-39 maps that nest too deeply cost their record only', async () => {
  let deep = embedded([]);
  const nested = (levels: number) => {
    for (let at = 0; at < levels; at++) deep = embedded([mapProperty('m', deep)]);
    return entityOf(['articles', 'deep'], article, [mapProperty('m', deep)]);
  };
  const found = await readRecords(nested(90), nested(20), nested(1000), fineRecord);
  expect(countKinds(found)).toEqual({ articles: 2, unreadable: 2, 'left-out': 1 });
  expect(listDoubts(found).slice(1)).toEqual(
    Array(2).fill('refused too-deep articles/deep : The record has more than 100 levels of nesting'),
  );
});

test('references in a circle, texts in other encodings and dates out of range lose nothing else', async () => {
  const link = (id: string) => ({ related: { _path: { segments: ['articles', id] } } });
  const latin = Buffer.from('Zoë’s'.replace('’', '\x92'), 'latin1');
  const titled = entityOf(['articles', 'latin'], { pubDate: article.pubDate, description: 'x' }, [
    bytesField(15, Buffer.concat([bytesField(3, 'title'), bytesField(5, bytesField(3, latin))])),
  ]);
  const never = { _seconds: 2 ** 43, _nanoseconds: 0 };
  const found = await readRecords(
    entityOf(['articles', 'a'], { ...article, ...link('b') }),
    entityOf(['articles', 'b'], { ...article, ...link('b') }),
    titled,
    entityOf(['articles', 'never'], { ...article, pubDate: never }),
    entityOf(['events', 'never'], { title: 'Never', eventDate: never }),
    entityOf(['articles', 'number'], { ...article, pubDate: 2n ** 62n }),
    entityOf(['articles', 'bytes'], { ...article, description: { type: 'Buffer', data: [1, 2, 3] } }),
    fineRecord,
  );
  expect(found).toContainEqual(expect.objectContaining({ key: 'latin', title: 'Zoë’s' }));
  expect(found).toContainEqual(expect.objectContaining(fine));
  expect(listDoubts(found)).toEqual([
    'doubtful unknown-field articles/a related: The field “related” (a link to another document) is left out, here and in all other records',
    'doubtful no-date articles/never pubDate: It has no date',
    'refused no-date events/never eventDate: The event has no date',
    'doubtful no-text events/never description: It has no text',
    "doubtful no-date articles/number pubDate: The date “4611686018427387904” can't be read",
    'doubtful no-text articles/bytes description: It has no text',
  ]);
});

test('R-39 an export that was changed or cut off at any place never stops the import', async () => {
  const documents = Array.from({ length: 12 }, (_, at) =>
    articleOf(`a${at}`, { tags: ['x', 'y'], map: { list: [{ at }] } }),
  );
  const records = documents.map(({ path, values }) => entityOf(path, values));
  let random = 42;
  const next = (most: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    return random % most;
  };
  for (let run = 0; run < 60; run++) {
    const changed = records.map((record) => {
      const bytes = Buffer.from(record);
      if (next(2)) for (let count = next(4); count > 0; count--) bytes[next(bytes.length)] = next(256);
      return next(9) ? bytes : bytes.subarray(0, next(bytes.length));
    });
    const found = await readRecords(...changed, fineRecord);
    expect(
      found.some((each) => 'key' in each && each.key === 'fine'),
      `${run}`,
    ).toBe(true);
    const log = Buffer.concat([...logOf(records)]);
    log[next(log.length)] = next(256);
    const damaged = await readFoundIn('output-0', log.subarray(0, next(log.length)));
    expect(damaged.length, `${run}`).toBeGreaterThan(0);
  }
});

/** Documents of `{articles: {id: {…}}}`. */
function documentsOf(collections: Record<string, Record<string, unknown>>): ManagedDocument[] {
  return Object.entries(collections).flatMap(([collection, documents]) =>
    Object.entries(documents).map(([id, values]) => ({
      path: [collection, id],
      values: unwrapped(values) as JsonObject,
    })),
  );
}

/** Values of node-firestore-import-export, which names their types. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (!isObject(value)) return value;
  if (value.__datatype__ === 'documentReference')
    return { _path: { segments: String(value.value).split('/') } };
  if ('__datatype__' in value) return value.value;
  const fields = Object.entries(value).filter(([name]) => name !== '__collections__');
  return Object.fromEntries(fields.map(([name, each]) => [name, unwrapped(each)]));
}

function mapProperty(name: string, map: Buffer): Buffer {
  const [text, meaning] = [bytesField(5, bytesField(3, map)), Buffer.from([8, 19])];
  return bytesField(15, Buffer.concat([meaning, bytesField(3, name), text]));
}
