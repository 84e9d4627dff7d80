/** The rules about folders, layers and imports (ARCHITECTURE.md). */
import { expect, test } from 'vitest';
import { readSources, type SourceFile } from './source-imports.ts';

/** From top to bottom: a file imports from its own folder and from lower layers. */
const LAYERS = [
  ['server', 'commands', 'bench', 'faults'],
  ['jobs'],
  ['preview', 'static-site'],
  ['root'],
  ['site'],
  ['bounces', 'paper', 'overview'],
  ['newsletter-pages', 'move-in-pages'],
  ['syndication', 'sitemaps', 'sharing', 'inbox', 'source-pages', 'redirect-pages', 'move-in', 'another-day'],
  ['newsletter-sending'],
  ['newsletter'],
  ['search'],
  ['collections'],
  [
    'articles',
    'news',
    'events',
    'polls',
    'businesses',
    'pictures',
    'me',
    'subscriber-pages',
    'redirects',
    'hand-over',
  ],
  ['admin', 'accounts', 'api'],
  ['other-systems'],
  ['sources', 'subscribers'],
  ['drafts'],
  ['content', 'note-done'],
  ['context'],
  ['services', 'route-facts'],
  ['collection'],
  ['auth', 'town', 'ui', 'tokens', 'policy', 'read-only'],
  ['forms', 'settings'],
  ['mail', 'audit', 'backup', 'outbound', 'passkeys', 'votes'],
  ['media'],
  ['open-database'],
  ['sqlite', 'postgres'],
  ['throttle', 'search-index'],
  ['database', 'time', 'html', 'messages', 'hydration'],
  ['threads', 'command-line', 'storage'],
];

/** Files of app/ that count as folders of their own; all others there are `root`. */
const SINGLE_FILES = [
  'context',
  'services',
  'settings',
  'messages',
  'hydration',
  'policy',
  'read-only',
  'route-facts',
  'note-done',
  'collections',
  'open-database',
];

const sources = readSources('app', 'server', 'commands', 'bench', 'faults');

test('a file imports only from its own folder or from lower layers', () => {
  const upwards = links((file) => file.imports).filter(
    ([from, to]) => !mayImport(folderOf(from), folderOf(to)),
  );
  expect(upwards.map(([from, to]) => `${from} imports ${to}`)).toEqual([]);
});

test('every folder belongs to a layer', () => {
  const unknown = sources
    .map((file) => folderOf(file.path))
    .filter((folder) => layerOf(folder) === undefined);
  expect([...new Set(unknown)]).toEqual([]);
});

test('the collections never import each other', () => {
  const nouns = LAYERS.find((folders) => folders.includes('articles')) ?? [];
  const crossing = links((file) => file.imports).filter(([from, to]) => {
    const [one, other] = [folderOf(from), folderOf(to)];
    return one !== other && nouns.includes(one) && nouns.includes(other);
  });
  expect(crossing).toEqual([]);
});

test('there are no import cycles', () => {
  expect(findCycle(new Map(sources.map((file) => [file.path, file.imports])))).toBeUndefined();
});

test('code for the browser imports only types from .server files, except in loaders and actions of routes', () => {
  // The build removes a route's loader and action from what it sends to the browser, and nothing from other components.
  const routes = routeFiles();
  const leaks = links((file) => file.runs).filter(
    ([from, to]) =>
      from.endsWith('.tsx') && to.includes('.server.') && !routes.has(from) && !isServerOnly(from),
  );
  expect(leaks.map(([from, to]) => `${from} imports ${to}`)).toEqual([]);
});

test('only app/auth/google-client.server.ts imports openid-client', () => {
  expect(filesThat((file) => file.packages.some((name) => /^openid-client\b/.test(name)))).toEqual([
    'app/auth/google-client.server.ts',
  ]);
});

test('only app/mail/mailer.server.ts imports nodemailer', () => {
  expect(filesThat((file) => file.packages.some((name) => /^nodemailer\b/.test(name)))).toEqual([
    'app/mail/mailer.server.ts',
  ]);
});

test('only app/bounces/mailbox.server.ts imports imapflow', () => {
  expect(filesThat(({ text }) => /['"]imapflow['"]/.test(text))).toEqual(['app/bounces/mailbox.server.ts']);
});

test('only app/passkeys/webauthn.server.ts imports @simplewebauthn/server, and one script its browser part', () => {
  const running = /\bimport(?! type)[^;]*@simplewebauthn\//;
  expect(filesThat(({ text }) => running.test(text))).toEqual([
    'app/accounts/passkey-script.ts',
    'app/passkeys/webauthn.server.ts',
  ]);
});

test('R-37 only app/outbound opens connections, except to servers that the operator configured', () => {
  const sockets =
    /\bfetch\(|import \{[^}]*\b(request|get|connect|createConnection|Socket|Agent)\b[^}]*\} from 'node:(https?|http2|net|tls|dgram)'/;
  const outward = filesThat(
    ({ path, text, packages }) =>
      /^(app|server)\//.test(path) &&
      // Runs in the browser and calls this site.
      path !== 'app/accounts/passkey-script.ts' &&
      (sockets.test(text) ||
        packages.some((name) => /^(pg|nodemailer|openid-client|undici|imapflow)\b/.test(name))),
  );
  expect(outward).toEqual([
    // In the browser, to the site itself.
    'app/admin/report-presence.ts',
    'app/admin/watch-form.ts',
    'app/auth/google-client.server.ts',
    'app/bounces/mailbox.server.ts',
    // In the browser, to the site itself.
    'app/inbox/review-queue.ts',
    'app/mail/mailer.server.ts',
    'app/outbound/send-once.server.ts',
    ...outward.filter((path) => path.startsWith('app/postgres/')),
    'app/storage/bucket.server.ts',
    // In the browser, to the site itself.
    'app/ui/refresh-note.tsx',
    'app/ui/upload-queue.ts',
  ]);
});

test('only app/time uses Temporal', () => {
  expect(filesThat(({ path, text }) => /\bTemporal\./.test(text) && folderOf(path) !== 'time')).toEqual([]);
});

test('nothing in app reads the environment; entry points of processes pass it on', () => {
  const readers = filesThat(({ text }) => /\bprocess\.env\b/.test(text));
  expect(readers).toEqual([
    'bench/inbox-day/main.ts',
    'bench/limit-process.ts',
    'bench/main.ts',
    'commands/belfry.ts',
    'commands/on-host.ts',
    'faults/f08-damaged-page.ts',
    'faults/subject.ts',
    'faults/tools.ts',
    'server/main.ts',
  ]);
});

test('no rule or store reads the clock', () => {
  const folders = [
    'articles',
    'news',
    'events',
    'polls',
    'businesses',
    'votes',
    'content',
    'time',
    'html',
    'forms',
    'mail',
    'database',
    'sqlite',
    'postgres',
  ];
  const readers = filesThat(
    ({ path, text }) => folders.includes(folderOf(path)) && /\bDate\.now\(|new Date\(\)/.test(text),
  );
  expect(readers).toEqual([]);
});

test('a migration imports only types and files of its own folder', () => {
  const migrations = sources.filter(({ path }) => path.startsWith('app/database/migrations/'));
  expect(migrations.length).toBeGreaterThan(0);
  const foreign = migrations.flatMap(({ path, runs }) => {
    const own = /^.*\/\d{4}-[a-z-]+/.exec(path)?.[0];
    return runs.filter((to) => !to.startsWith(`${own}/`)).map((to) => `${path} imports ${to}`);
  });
  expect(foreign).toEqual([]);
});

test('every query names its columns', () => {
  // PostgreSQL refuses a prepared `select *` after a migration added a column.
  const star = /\.(selectAll|returningAll)\(|\bselect \*|\breturning \*/i;
  expect(filesThat(({ text }) => star.test(text))).toEqual([]);
});

test('no file has a name like utils or helpers', () => {
  const vague = /(^|\/)(index|utils?|helpers?|common|shared|misc|types|manager|service|handler)\.[^/]*$/;
  expect(filesThat(({ path }) => vague.test(path))).toEqual([]);
});

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  // It contains the version, and imports nothing.
  if (to === 'package.json') return true;
  // They use the tests' helpers for ports and browsers.
  if ((from === 'bench' || from === 'faults') && to === 'tests') return true;
  const [above, below] = [layerOf(from), layerOf(to)];
  if (above === undefined || below === undefined) return false;
  // The server loads the sample town; the command-line tool starts the server.
  return above < below || (above === 0 && below === 0);
}

function layerOf(folder: string): number | undefined {
  const layer = LAYERS.findIndex((folders) => folders.includes(folder));
  return layer === -1 ? undefined : layer;
}

function folderOf(path: string): string {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'app') return top;
  if (third !== undefined) return second;
  const name = second.split('.')[0] ?? '';
  return SINGLE_FILES.includes(name) ? name : 'root';
}

/** Pairs of importing and imported file, without the types that React Router generates. */
function links(select: (file: SourceFile) => string[]): [string, string][] {
  return sources.flatMap((file) =>
    select(file)
      .filter((to) => !to.includes('/+types/'))
      .map((to): [string, string] => [file.path, to]),
  );
}

function filesThat(hold: (file: SourceFile) => boolean): string[] {
  return sources.filter(hold).map((file) => file.path);
}

function routeFiles(): Set<string> {
  const routes = sources.find(({ path }) => path === 'app/routes.ts');
  const found = [...(routes?.text.matchAll(/'([^']+\.tsx?)'/g) ?? [])].map(([, file]) => `app/${file}`);
  expect(found.length).toBeGreaterThan(10);
  return new Set(['app/root.tsx', ...found]);
}

function isServerOnly(path: string): boolean {
  return path.includes('.server.') || path === 'app/entry.server.tsx';
}

function findCycle(graph: Map<string, string[]>): string | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ');
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}
