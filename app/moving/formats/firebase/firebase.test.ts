import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Found, type FoundItem, type FoundUser, guarded } from '#app/moving/formats/format.ts';
import { type HashConfig, parseHashConfig } from '#app/people/passwords/foreign-hash.ts';
import {
  countKinds,
  hasSamples,
  listDoubts,
  migrationSamples,
  readFound,
  readFoundIn,
} from '../../../../tests/read-found.ts';

const exports = ['firestore-node-firestore-import-export.json', 'firestore-export-import.json'];

for (const file of exports) {
  test.skipIf(!hasSamples)(`${file} contains what its notes say`, async () => {
    const found = await readFound(join(migrationSamples, file));
    expect(countKinds(found)).toEqual({
      ...{ articles: 25, news: 25, events: 40, polls: 5, users: 18 },
      'left-out': 2,
    });
    expect(listDoubts(found)).toEqual([
      'refused no-date events/96aa7fa3-c6ee-506a-844b-3513c858a695 eventDate: The event has no date',
      'doubtful unknown-field events/dfb3651c-d3e1-5628-a662-971a6b580f0a location: The field “location” (a place on the map) is left out, here and in all other records',
      'doubtful unknown-field events/7445dcd7-821b-55fa-9908-f06d96e5cc37 relatedArticle: The field “relatedArticle” (a link to another document) is left out, here and in all other records',
      'doubtful options polls/918e74f7-0a7c-5607-a36a-ba5ffcd3b165 options: The options are one text, which is divided at its commas',
    ]);
    expect(found.filter(({ kind }) => kind === 'left-out')).toEqual([
      { kind: 'left-out', what: 'values of the field “events.location”', count: 1 },
      { kind: 'left-out', what: 'values of the field “events.relatedArticle”', count: 1 },
    ]);
  });
}

test.skipIf(!hasSamples)(
  'both export tools give the same items, with dates of all types as instants',
  async () => {
    const [one, other] = await Promise.all(exports.map((file) => readFound(join(migrationSamples, file))));
    const inputs = (found: Found[] = []) => itemsIn(found).map(({ kind, input }) => ({ kind, input }));
    expect(inputs(one)).toEqual(inputs(other));
    const dates = itemsIn(one ?? []).flatMap(({ input }) =>
      input.pubDate === undefined ? [] : [input.pubDate],
    );
    expect(dates).toHaveLength(90);
    expect(dates.filter((date) => !/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(date)))).toEqual([]);
    expect(itemsIn(one ?? []).find(({ title }) => title === 'Winter lights')?.input.options).toEqual([
      'Town hall square',
      'Riverside park',
      'Station forecourt',
    ]);
  },
);

test('dates, ids and fields of schemaless documents', async () => {
  const found = await readFoundIn('export.json', {
    articles: {},
    events: {
      a: {
        title: 'Fair',
        eventDate: { __time__: '2026-11-01T05:30:00Z' },
        pubDate: 1_795_793_400,
        description: 'x',
      },
      b: {
        name: 'Walk',
        eventDate: '2026-07-04 19:00',
        endDate: 'later',
        description: 'x',
        location: 'Park',
      },
      'c/..': { title: 'Odd id', eventDate: { seconds: '1795793400' }, description: 'x', id: 'other' },
    },
    news: { n: ['not a document'], m: { link: 'https://example.org', pubDate: 'soon' } },
    comments: { x: {}, y: {} },
    users: { u1: { newsletterOptIn: 'yes', createdAt: { _seconds: 1 }, theme: 'dark' } },
  });
  const [fair, walk, odd] = itemsIn(found);
  expect(fair?.input).toMatchObject({ eventDate: '2026-11-01T05:30:00Z', pubDate: '2026-11-27T15:30:00Z' });
  expect(walk?.input).toMatchObject({
    title: 'Walk',
    eventDate: '2026-07-04T23:00:00Z',
    eventLocation: 'Park',
  });
  expect(odd).toMatchObject({ key: 'c/..', input: { id: 'c/..' } });
  expect(listDoubts(found)).toEqual([
    "doubtful field-value events/b endDate: Its value can't be read and is left out",
    'doubtful other-id events/c/.. id: The field “id” says other, but the record is events/c/... Its own ID is used',
    'refused invalid news/n : It is not a document',
    'doubtful no-title news/m title: It has no title',
    "doubtful no-date news/m pubDate: The date “soon” can't be read",
    'doubtful no-text news/m description: It has no text',
    'doubtful unknown-field users/u1 theme: The field “theme” (a string) is left out, here and in all other records',
  ]);
  expect(found.find(({ kind }) => kind === 'users')).toMatchObject({
    newsletterOptIn: true,
    createdAt: 1000,
  });
  expect(found).toContainEqual({ kind: 'left-out', what: 'documents of “comments”', count: 2 });
});

test('collections below documents are left out and counted; collections can be lists, or files of their own', async () => {
  const article = {
    title: 'One',
    pubDate: '2026-01-01',
    description: 'x',
    __collections__: { comments: { a: {}, b: {} } },
  };
  const nested = await readFoundIn('a.json', { __collections__: { articles: { one: article } } });
  expect(nested).toContainEqual({ kind: 'left-out', what: 'documents of “articles/…/comments”', count: 2 });
  const list = await readFoundIn('b.json', { articles: [{ ...article, id: 'one' }] });
  expect(itemsIn(list)).toMatchObject([{ key: 'one', input: { id: 'one', title: 'One' } }]);
  const own = await readFoundIn('articles.json', { one: article });
  expect(itemsIn(own)).toMatchObject([{ key: 'one', input: { title: 'One' } }]);
});

test('objects with lists are only Firestore’s if they name a known collection; nothing at all is said', async () => {
  const other = await readFoundIn('posts.json', { posts: [{ id: 1, title: 'One' }] });
  expect(other.some(({ kind }) => kind === 'left-out')).toBe(false);
  const unknown = await readFoundIn('export.json', { comments: { a: { text: 'Hi' } } });
  expect(unknown).toMatchObject([
    { kind: 'left-out', what: 'documents of “comments”', count: 1 },
    {
      kind: 'unreadable',
      doubts: [{ class: 'nothing', problem: 'There is nothing in it that can be imported' }],
    },
  ]);
});

const config = hasSamples
  ? (parseHashConfig(readFileSync(join(migrationSamples, 'auth-hash-config.txt'), 'utf8')) as HashConfig)
  : undefined;

for (const file of ['auth-export.json', 'auth-export.csv']) {
  test.skipIf(!hasSamples)(`${file} contains what its notes say`, async () => {
    const found = await readFound(join(migrationSamples, file), { hashConfig: config });
    const users = usersIn(found);
    expect(users).toHaveLength(20);
    expect(listDoubts(found)).toEqual([
      'doubtful claims G80WrtHHPq0g3mdDrgkLxwnbp4hF customAttributes: Its custom claims are not taken over: they give no rights here',
      'refused no-email 4gbNspfgOQuH1u8DeCllzpaqeA1y email: It is an anonymous account, without an email address',
      'refused no-email RaDEvCJ0c5STrly0bL9iwBpoCE7F email: It has a phone number and no email address',
    ]);
    expect(
      users.filter(({ password }) => password?.startsWith('$firebase-scrypt$ln=14,r=8,p=1$')),
    ).toHaveLength(15);
    const emails = (which: (user: FoundUser) => unknown) => users.filter(which).map(({ email }) => email);
    expect(emails(({ isDisabled }) => isDisabled)).toEqual(['disabled@example.org']);
    expect(emails(({ isEmailVerified }) => isEmailVerified)).toEqual([
      'bob@example.org',
      'google.only@gmail.com',
      'both@gmail.com',
    ]);
    expect(users.flatMap(({ googleSubject }) => googleSubject ?? [])).toEqual([
      '1100000000000000000009',
      '1100000000000000000010',
    ]);
    expect(users[0]).toMatchObject({ key: 'V4BR6qkYsWz2V0iorSytzsPFaKog', createdAt: 1_700_000_000_000 });
    expect(emails(() => true)).toContain('newline@example.org');
  });
}

test.skipIf(!hasSamples)('without hash parameters, accounts have no password and each says so', async () => {
  const found = await readFound(join(migrationSamples, 'auth-export.csv'));
  expect(usersIn(found).filter(({ password }) => password)).toEqual([]);
  expect(listDoubts(found).filter((line) => line.includes('no-hash-config'))).toHaveLength(15);
});

test('an account that breaks its row is refused, and what follows is read', async () => {
  const row = (uid: string, name: string) =>
    `${uid.padEnd(28, '0')},${uid}@example.org,false,,,${name},${','.repeat(16)},1700000000000,,,,`;
  const rows = [row('a', '"Open'), row('b', 'Fine'), 'one,two', row('c', '"Line\nBreak, ""Jr."""')];
  const found = await readFoundIn('accounts.csv', `${row('z', 'First')}\r\n${rows.join('\r\n')}`);
  expect(usersIn(found).map(({ email }) => email)).toEqual([
    'z@example.org',
    'b@example.org',
    'c@example.org',
  ]);
  expect(listDoubts(found).map((line) => line.slice(0, 32))).toEqual([
    'refused broken-quotes line 2 : A',
    'refused broken-quotes line 4 : A',
  ]);
});

test.skipIf(!hasSamples)(
  'a table of accounts that was cut off never loses that an account is disabled',
  async () => {
    const bytes = readFileSync(join(migrationSamples, 'auth-export.csv'));
    for (const length of [230, 999, 2229, 3305, 3767, 4228]) {
      const found = await readFoundIn('users.csv', bytes.subarray(0, length));
      expect(
        listDoubts(found).filter((line) => line.startsWith('refused broken-quotes')).length,
        `${length}`,
      ).toBe(1);
    }
  },
);

test('a record that a reader fails on is refused, and the next one is read', async () => {
  const throws = function* () {
    yield { kind: 'left-out', what: 'x', count: 1 } as const;
    throw new RangeError('Maximum call stack size exceeded');
  };
  expect([...guarded('a.json', 'a/1', throws)]).toMatchObject([
    { kind: 'left-out' },
    { kind: 'unreadable', place: { file: 'a.json', record: 'a/1' }, doubts: [{ class: 'invalid' }] },
  ]);
  const full = () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  expect(() => [...guarded('a.json', 'a/1', full)]).toThrow('no space');
});

test('a truncated export keeps what was before the break', async () => {
  const text = JSON.stringify({ users: [{ localId: 'a', email: 'a@example.org' }, { localId: 'b' }] });
  const found = await readFoundIn('users.json', text.slice(0, -8));
  expect(usersIn(found)).toMatchObject([{ key: 'a' }]);
  expect(listDoubts(found)).toEqual(['refused truncated user 2 : The file ends in the middle of a record']);
});

function itemsIn(found: Found[]): FoundItem[] {
  return found.filter((each) => 'input' in each);
}

function usersIn(found: Found[]): FoundUser[] {
  return found.filter(({ kind }) => kind === 'users') as FoundUser[];
}

const emulatorConfig: HashConfig = { signerKey: 'YQ==', saltSeparator: 'Bw==', rounds: 8, memCost: 14 };

test('accounts of the emulator’s export are read, without its passwords', async () => {
  const user = {
    ...{ localId: 'u1', createdAt: '1788105513122', lastLoginAt: '1788105513122', displayName: 'Ann' },
    ...{ passwordHash: 'fakeHash:salt=fakeSaltAbc:password=secret', salt: 'fakeSaltAbc' },
    ...{ email: 'ann@example.org', emailVerified: true },
    providerUserInfo: [{ providerId: 'password', email: 'ann@example.org', rawId: 'ann@example.org' }],
  };
  const text = JSON.stringify({ kind: 'identitytoolkit#DownloadAccountResponse', users: [user] });
  const found = await readFoundIn('accounts.json', text, { hashConfig: emulatorConfig });
  expect(found).toMatchObject([{ kind: 'users', key: 'u1', email: 'ann@example.org', password: undefined }]);
  expect(JSON.stringify(found)).not.toContain('secret');
  expect(listDoubts(found)).toHaveLength(1);
});
