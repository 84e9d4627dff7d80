import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { anyDatabase, eachDatabase, type TestDatabase, withSqlite } from '../../tests/each-database.ts';
import { longTest } from '../../tests/long-test.ts';
import { environmentOf, NOW, type Typed, type TypingOptions, typeCommand } from '../../tests/operator.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';

type Raw = Record<string, unknown>;

function newsItem(id: string, more: Raw = {}): Raw {
  const title = `News ${id}`;
  return {
    id,
    title,
    link: 'https://example.org/',
    pubDate: '2026-11-01T10:00:00.000Z',
    description: '<p>Text.</p>',
    ...more,
  };
}

function manyNews(count: number): Raw[] {
  return Array.from({ length: count }, (_, index) => newsItem(`n${String(index).padStart(4, '0')}`));
}

/** Writes the files into a folder and runs the command there. */
async function importFiles(
  t: TestDatabase,
  files: Record<string, unknown>,
  { args = [], ...options }: TypingOptions & { args?: string[] } = {},
): Promise<Typed> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-import-'));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const environment = { ...environmentOf(t), INIT_CWD: folder, ...options.environment };
  const typed = typeCommand(['import', ...Object.keys(files), ...args], { ...options, environment });
  return typed.finally(() => rm(folder, { recursive: true }));
}

async function listNewsIds({ read }: Database): Promise<string[]> {
  const rows = await read.selectFrom('news_item').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

async function versionOf({ read }: Database, id: string): Promise<number | undefined> {
  const row = await read.selectFrom('news_item').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version;
}

eachDatabase('valid records are saved, and the summary says how many', async (t) => {
  const { code, printed, complained } = await importFiles(t, { 'news.json': manyNews(250) });
  expect({ code, complained }).toEqual({ code: 0, complained: [] });
  expect(printed).toEqual(['news.json → news: 250 read, 250 added, 0 changed, 0 unchanged, 0 refused']);
  expect(await listNewsIds(t.database)).toHaveLength(250);
});

eachDatabase(
  'importing the same file again changes nothing, and of a changed file only changed records are written',
  async (t) => {
    const records = manyNews(5);
    await importFiles(t, { 'news.json': records });
    const again = await importFiles(t, { 'news.json': records });
    expect(again.printed).toEqual(['news.json → news: 5 read, 0 added, 0 changed, 5 unchanged, 0 refused']);
    const changed = records.with(2, newsItem('n0002', { title: 'Corrected' }));
    const third = await importFiles(t, { 'news.json': changed });
    expect(third.printed).toEqual(['news.json → news: 5 read, 0 added, 1 changed, 4 unchanged, 0 refused']);
    expect([await versionOf(t.database, 'n0001'), await versionOf(t.database, 'n0002')]).toEqual([1, 2]);
  },
);

anyDatabase(
  'refused records are reported with file, record and field; all others are imported; exit code 1',
  async (t) => {
    const { code, printed, complained } = await importFiles(t, {
      'news.json': [
        newsItem('a'),
        newsItem('b', { title: '', link: 'javascript:alert(1)' }),
        newsItem('c', { colour: 'red' }),
        newsItem('a b'),
        'no record at all',
        newsItem('d', { description: '<script>alert(1)</script>' }),
        newsItem('a', { title: 'Another' }),
        newsItem('e'),
      ],
    });
    expect(code).toBe(1);
    expect(printed).toEqual(['news.json → news: 8 read, 2 added, 0 changed, 0 unchanged, 6 refused']);
    expect(await listNewsIds(t.database)).toEqual(['a', 'e']);
    for (const place of [
      /record 2 \(b\): title: ./,
      /record 2 \(b\): link: ./,
      /record 3 \(c\): colour: Unknown field/,
    ]) {
      expect(complained.join('\n')).toMatch(place);
    }
    for (const place of [
      /record 4 \(a b\): id: ./,
      /record 5: This is not a record/,
      /record 6 \(d\): description: ./,
      /record 7 \(a\): id: Record 1 has/,
    ]) {
      expect(complained.join('\n')).toMatch(place);
    }
    expect(complained.every((line) => line.startsWith('news.json: record '))).toBe(true);
  },
);

anyDatabase("a file that can't be read completely is not imported, the others are", async (t) => {
  const whole = JSON.stringify(manyNews(300));
  const { code, printed, complained } = await importFiles(t, {
    'cut-news.json': whole.slice(0, -40),
    'news.json': [newsItem('good')],
  });
  expect(code).toBe(1);
  expect(complained).toHaveLength(1);
  expect(complained[0]).toMatch(/^cut-news\.json: not imported\. .*record 300/);
  expect(printed).toEqual(['news.json → news: 1 read, 1 added, 0 changed, 0 unchanged, 0 refused']);
  expect(await listNewsIds(t.database)).toEqual(['good']);
});

anyDatabase('Ctrl-C stops an import between two batches; running it again continues', async (t) => {
  const records = manyNews(450);
  const interruption = new AbortController();
  const first = await importFiles(
    t,
    { 'news.json': records },
    { signal: interruption.signal, onProgress: (_what, done) => done >= 200 && interruption.abort() },
  );
  expect(first.code).toBe(130);
  expect(first.complained.join('\n')).toContain('Run the same command again');
  expect(await listNewsIds(t.database)).toHaveLength(200);
  const second = await importFiles(t, { 'news.json': records });
  expect(second.printed).toEqual([
    'news.json → news: 450 read, 250 added, 0 changed, 200 unchanged, 0 refused',
  ]);
});

anyDatabase('--dry-run reports what would happen and writes nothing', async (t) => {
  await importFiles(t, { 'news.json': [newsItem('a')] });
  const records = [newsItem('a', { title: 'Changed' }), newsItem('b'), newsItem('c', { title: '' })];
  const { code, printed } = await importFiles(t, { 'news.json': records }, { args: ['--dry-run'] });
  expect(code).toBe(1);
  expect(printed[0]).toContain('dry run, nothing saved: 3 read, 1 added, 1 changed, 0 unchanged, 1 refused');
  expect(await listNewsIds(t.database)).toEqual(['a']);
  expect(await versionOf(t.database, 'a')).toBe(1);
});

test('long work shows its progress', async () => {
  await withSqlite(async (t) => {
    const seen: string[] = [];
    const onProgress = (what: string, done: number, total: number) => seen.push(`${what} ${done}/${total}`);
    await importFiles(t, { 'news.json': manyNews(250) }, { onProgress });
    expect(seen).toEqual(['news.json 200/250', 'news.json 250/250']);
  });
});

test('hostile HTML is sanitized on import', async () => {
  await withSqlite(async (t) => {
    const description = '<p onclick="x()">Text<script>alert(1)</script></p><a href="javascript:x()">link</a>';
    await importFiles(t, { 'news.json': [newsItem('a', { description })] });
    const stored = await collections.news.store.find(t.database.read, 'a');
    expect(stored?.description).not.toMatch(/script|onclick/);
    const again = await importFiles(t, { 'news.json': [newsItem('a', { description })] });
    expect(again.printed[0]).toContain('1 unchanged');
  });
});

test("the collection follows from the file's name or the option", async () => {
  await withSqlite(async (t) => {
    const records = [newsItem('a')];
    const names = ['news.json', 'bulk-news.json', 'News_2026.json', '2026.news.backup.json'];
    for (const name of names) expect((await importFiles(t, { [name]: records })).code).toBe(0);
    const option = await importFiles(t, { 'articles.json': records }, { args: ['--collection', 'news'] });
    expect(option.printed[0]).toMatch(/^articles\.json → news: /);
    for (const name of ['newsletter.json', 'data.json', 'news-and-events.json']) {
      const { code, printed, complained } = await importFiles(t, { [name]: records });
      expect({ code, printed }).toEqual({ code: 1, printed: [] });
      expect(complained).toEqual([
        expect.stringContaining('Add --collection with one of articles, news, events'),
      ]);
    }
  });
});

test('a missing file, or a folder, is one line', async () => {
  await withSqlite(async (t) => {
    const environment = { ...environmentOf(t), INIT_CWD: tmpdir() };
    const { code, complained } = await typeCommand(
      ['import', 'no-such-news.json', '.', '--collection', 'news'],
      { environment },
    );
    expect(code).toBe(1);
    expect(complained).toEqual([
      'no-such-news.json: not imported. There is no such file.',
      '.: not imported. It is a folder. Give the files in it.',
    ]);
  });
});

const demo = fileURLToPath(new URL('../../../shared/data/demo/', import.meta.url));

anyDatabase('records that are refused when they are saved count as refused only', async (t) => {
  const unknown = { picture: 'nowhere' };
  const first = await importFiles(t, { 'news.json': [newsItem('a'), newsItem('b', unknown)] });
  expect(first.printed).toEqual(['news.json → news: 2 read, 1 added, 0 changed, 0 unchanged, 1 refused']);
  const changed = [newsItem('a', unknown), newsItem('c', unknown), newsItem('d')];
  const second = await importFiles(t, { 'news.json': changed });
  expect(second.printed).toEqual(['news.json → news: 3 read, 1 added, 0 changed, 0 unchanged, 2 refused']);
});

longTest(
  'the demo data: all but the events without a link go in, and those are refused one by one',
  async (context) => {
    context.skip(!existsSync(demo));
    await withSqlite(async (t) => {
      const environment = { ...environmentOf(t), INIT_CWD: demo };
      const names = ['articles', 'news', 'bulk-news', 'events', 'polls'];
      const whole = await typeCommand(['import', ...names.map((name) => `${name}.json`)], {
        environment,
        now: NOW,
      });
      expect(whole.complained).toEqual([]);
      expect(whole.printed.map((line) => line.replace(/ → .*read, /, ': '))).toEqual([
        'articles.json: 75 added, 0 changed, 0 unchanged, 0 refused',
        'news.json: 60 added, 0 changed, 0 unchanged, 0 refused',
        'bulk-news.json: 209 added, 0 changed, 0 unchanged, 0 refused',
        'events.json: 200 added, 0 changed, 0 unchanged, 0 refused',
        'polls.json: 5 added, 0 changed, 0 unchanged, 0 refused',
      ]);
      const again = await typeCommand(['import', ...names.map((name) => `${name}.json`)], { environment });
      expect(again.printed.every((line) => line.includes(' 0 added, 0 changed, '))).toBe(true);

      const incomplete = await typeCommand(['import', 'events-incomplete.json'], { environment });
      expect(incomplete.code).toBe(1);
      // Items without a picture are accepted; items without a link are not.
      expect(incomplete.printed[0]).toContain('37 read, 34 added, 0 changed, 0 unchanged, 3 refused');
      const named = new Set(incomplete.complained.map((line) => /record (\d+) .*: link: /.exec(line)?.[1]));
      expect([...named]).toEqual(['18', '19', '29']);

      const bulk = await typeCommand(['import', 'bulk-events.json'], { environment });
      expect(bulk.printed[0]).toMatch(/848 read, \d+ added, \d+ changed, \d+ unchanged, 8 refused/);
    });
  },
  ['app/items/content'],
);

anyDatabase('an event without a picture gets the town’s on import', async (t) => {
  const { enclosureUrl: _url, enclosureType: _type, ...event } = sampleInputs.events;
  const typed = await importFiles(t, { 'events.json': [{ id: 'e1', ...event }] });
  expect(typed).toMatchObject({ code: 0, complained: [] });
  const picture = t.database.read.selectFrom('event').select(['enclosureUrl', 'enclosureType']);
  expect(await picture.execute()).toEqual([
    { enclosureUrl: '/illustrations/green.svg', enclosureType: 'image/svg+xml' },
  ]);
  const again = await importFiles(t, { 'events.json': [{ id: 'e1', ...event }] });
  expect(again.printed.join()).toContain('0 changed, 1 unchanged');
});

test('Firestore timestamps are refused with a message that says what to do', async () => {
  await withSqlite(async (t) => {
    const typed = await importFiles(t, {
      'news.json': [
        newsItem('n1', { pubDate: { _seconds: 1_763_676_000, _nanoseconds: 0 } }),
        newsItem('n2', { pubDate: { seconds: 1_763_676_000, nanoseconds: 0 } }),
        newsItem('n3', { pubDate: { __time__: '2026-11-20T22:00:00Z' } }),
        newsItem('n4'),
      ],
    });
    expect(typed.code).toBe(1);
    expect(typed.complained).toHaveLength(3);
    for (const [index, line] of typed.complained.entries())
      expect(line).toMatch(
        new RegExp(
          `^news\\.json: record ${index + 1} \\(n${index + 1}\\): pubDate: This is a Firestore timestamp\\. Write it as ISO 8601`,
        ),
      );
    expect(await listNewsIds(t.database)).toEqual(['n4']);
  });
});
