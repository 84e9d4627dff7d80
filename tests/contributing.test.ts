/** The steps of CONTRIBUTING.md for a new field and a new kind of item, done in a copy of the sources. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { longTest } from './long-test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'belfry-contributing-'));
  const isSource = (path: string) => !/\.test\.tsx?$/.test(path);
  for (const folder of ['app', 'commands', 'server', 'scripts'])
    await cp(join(root, folder), join(copy, folder), { recursive: true, filter: isSource });
  await cp(join(root, 'package.json'), join(copy, 'package.json'));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rm(copy, { recursive: true, force: true }));

type Change = { path: string; removed: string[]; added: string[] };

/** The changes in the fenced patch of a section: of each file, the lines that are found and what takes their place. */
async function changesIn(section: string): Promise<Change[]> {
  const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, rest = ''] = page.split(`## ${section}\n`);
  const [, patch = ''] = rest.split('```diff\n');
  return (patch.split('```')[0] ?? '')
    .split(/^\+\+\+ /m)
    .slice(1)
    .map((part) => {
      const [path = '', ...lines] = part.trimEnd().split('\n');
      const side = (mark: string) =>
        lines.filter((line) => [' ', mark].includes(line.charAt(0))).map((line) => line.slice(1));
      return { path, removed: side('-'), added: side('+') };
    });
}

/** Makes the changes; a file of which nothing is found is new. Returns the paths of new and of changed files. */
async function change(changes: Change[]): Promise<{ files: string[]; edits: string[] }> {
  const [files, edits]: [string[], string[]] = [[], []];
  for (const { path, removed, added } of changes) {
    const file = join(copy, path);
    if (removed.length === 0) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${added.join('\n')}\n`);
      files.push(path);
    } else {
      const text = await readFile(file, 'utf8');
      expect(text.split(removed.join('\n')), `${path} has ${removed.join('\n')}`).toHaveLength(2);
      await writeFile(
        file,
        text.replace(removed.join('\n'), () => added.join('\n')),
      );
      if (edits.at(-1) !== path) edits.push(path);
    }
  }
  return { files, edits };
}

/** What the command-line tool of the copy prints. Throws unless it succeeds. */
function belfry(...words: string[]): string {
  // npm says where it was started: names of files would be looked for there.
  const environment = { ...process.env, INIT_CWD: copy, BELFRY_DATA: join(copy, 'data'), BELFRY_DEMO: '0' };
  const run = spawnSync(process.execPath, ['commands/belfry.ts', ...words], {
    cwd: copy,
    env: environment,
    encoding: 'utf8',
  });
  expect(run.status, run.stdout + run.stderr).toBe(0);
  return run.stdout;
}

async function bringAndExport(name: string, record: object): Promise<unknown[]> {
  await writeFile(join(copy, `${name}.json`), JSON.stringify([record]));
  belfry('import', `${name}.json`);
  await rm(join(copy, 'out'), { recursive: true, force: true });
  belfry('export', 'out');
  return JSON.parse(await readFile(join(copy, 'out', `${name}.json`), 'utf8'));
}

const story = {
  title: 'Work on the weir',
  description: '<p>The weir is closed to boats.</p>',
  pubDate: '2026-11-20T21:00:00.000Z',
};

longTest('a field is added in the three places that CONTRIBUTING names: it is imported, exported and in tables', async () => {
  const { files, edits } = await change(await changesIn('Add a field'));
  // The migration is a file and two lines.
  expect({ files, edits }).toEqual({
    files: ['app/platform/database/migrations/0099-news-credit.ts'],
    edits: [
      'app/news/news-item.ts',
      'app/news/pages/news-page.tsx',
      'app/platform/database/migrate-database.server.ts',
    ],
  });
  const record = { id: 'n1', link: 'https://example.org/weir', ...story, credit: 'A. Miller' };
  expect(await bringAndExport('news', record)).toMatchObject([{ id: 'n1', credit: 'A. Miller' }]);
  belfry('export', 'csv', 'tables');
  expect(await readFile(join(copy, 'tables', 'news.csv'), 'utf8')).toContain('A. Miller');
}, ['app', 'commands', 'CONTRIBUTING.md']);

longTest('a kind of item is added with at most nine files and four edits: it is imported and exported like the others', async () => {
  await cp(join(root, 'tests/recipes'), join(copy, 'app/recipes'), { recursive: true });
  const migration = 'app/platform/database/migrations/0100-recipes.ts';
  await rename(join(copy, 'app/recipes/0100-recipes.ts'), join(copy, migration));
  const { files, edits } = await change(await changesIn('Add a kind of item'));
  expect(files).toEqual([]);
  expect(edits.length).toBeLessThanOrEqual(4);
  const example = await readdir(join(root, 'tests/recipes'), { recursive: true, withFileTypes: true });
  expect(example.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(9);
  belfry('migrate');
  expect(await bringAndExport('recipes', { id: 'weir', ...story })).toMatchObject([{ id: 'weir', ...story }]);
  belfry('export', 'csv', 'tables');
  expect(await readFile(join(copy, 'tables', 'recipes.csv'), 'utf8')).toContain('Work on the weir');
}, ['app', 'commands', 'CONTRIBUTING.md']);
