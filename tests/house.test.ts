/** The rules of the house that a machine can hold (ARCHITECTURE.md). */
import { expect, test } from 'vitest';
import { readSources, type SourceFile } from './source-imports.ts';

/** From the roof down: a file imports from its own folder and from the floors below it. */
const FLOORS = [
  ['server', 'commands', 'bench', 'faults'],
  ['jobs'],
  ['root'],
  ['site'],
  ['syndication', 'sitemaps', 'sharing'],
  ['search'],
  ['articles', 'news', 'events', 'polls', 'businesses', 'me'],
  ['admin', 'accounts', 'api'],
  ['drafts'],
  ['content', 'note-done'],
  ['context'],
  ['services'],
  ['auth', 'town', 'ui', 'tokens', 'policy'],
  ['forms', 'settings'],
  ['mail', 'audit', 'backup', 'outbound', 'passkeys', 'votes'],
  ['open-database'],
  ['sqlite', 'postgres'],
  ['throttle', 'search-index'],
  ['database', 'time', 'html', 'messages', 'hydration'],
  ['threads', 'command-line'],
];

/** Files of app/ that are a room of their own; the others there are the root. */
const SINGLE_FILES = [
  'context',
  'services',
  'settings',
  'messages',
  'hydration',
  'policy',
  'note-done',
  'open-database',
];

const sources = readSources('app', 'server', 'commands', 'bench', 'faults');

test('a file imports only from its own folder or from lower floors', () => {
  const upwards = links((file) => file.imports).filter(([from, to]) => !mayImport(roomOf(from), roomOf(to)));
  expect(upwards.map(([from, to]) => `${from} imports ${to}`)).toEqual([]);
});

test('every folder has its floor', () => {
  const unknown = sources.map((file) => roomOf(file.path)).filter((room) => floorOf(room) === undefined);
  expect([...new Set(unknown)]).toEqual([]);
});

test('the nouns of the town never import each other', () => {
  const nouns = FLOORS.find((rooms) => rooms.includes('articles')) ?? [];
  const between = links((file) => file.imports).filter(([from, to]) => {
    const [one, other] = [roomOf(from), roomOf(to)];
    return one !== other && nouns.includes(one) && nouns.includes(other);
  });
  expect(between).toEqual([]);
});

test('there are no circles', () => {
  expect(findCircle(new Map(sources.map((file) => [file.path, file.imports])))).toBeUndefined();
});

test('what runs in the browser takes only types from .server files, but for loader and action of a route', () => {
  // A route's loader and action never reach the browser; of every other component nothing is left out.
  const routes = routeFiles();
  const leaks = links((file) => file.runs).filter(
    ([from, to]) =>
      from.endsWith('.tsx') && to.includes('.server.') && !routes.has(from) && !isServerOnly(from),
  );
  expect(leaks.map(([from, to]) => `${from} imports ${to}`)).toEqual([]);
});

test('only app/auth/auth.server.ts imports better-auth', () => {
  expect(filesThat((file) => file.packages.some((name) => /^better-auth\b/.test(name)))).toEqual([
    'app/auth/auth.server.ts',
  ]);
});

test('only app/mail/mailer.server.ts imports nodemailer', () => {
  expect(filesThat((file) => file.packages.some((name) => /^nodemailer\b/.test(name)))).toEqual([
    'app/mail/mailer.server.ts',
  ]);
});

test('only app/passkeys/webauthn.server.ts runs @simplewebauthn/server, and one script its counterpart', () => {
  const running = /\bimport(?! type)[^;]*@simplewebauthn\//;
  expect(filesThat(({ text }) => running.test(text))).toEqual([
    'app/accounts/passkey-script.ts',
    'app/passkeys/webauthn.server.ts',
  ]);
});

test('R-37 only app/outbound opens a connection to others, beside what speaks to servers of the operator', () => {
  const sockets =
    /\bfetch\(|import \{[^}]*\b(request|get|connect|createConnection|Socket|Agent)\b[^}]*\} from 'node:(https?|http2|net|tls|dgram)'/;
  const outward = filesThat(
    ({ path, text, packages }) =>
      /^(app|server)\//.test(path) &&
      // Runs in the browser, and asks this site.
      path !== 'app/accounts/passkey-script.ts' &&
      (sockets.test(text) || packages.some((name) => /^(pg|nodemailer|undici)\b/.test(name))),
  );
  expect(outward).toEqual([
    'app/auth/google-identity.server.ts',
    'app/backup/bucket.server.ts',
    'app/mail/mailer.server.ts',
    'app/outbound/send-once.server.ts',
    ...outward.filter((path) => path.startsWith('app/postgres/')),
  ]);
});

test('only app/time touches Temporal', () => {
  expect(filesThat(({ path, text }) => /\bTemporal\./.test(text) && roomOf(path) !== 'time')).toEqual([]);
});

test('the environment is read by nobody in app, and handed on where a process begins', () => {
  const readers = filesThat(({ text }) => /\bprocess\.env\b/.test(text));
  expect(readers).toEqual([
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

test('no rule or store asks the clock', () => {
  const rooms = [
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
  const asking = filesThat(
    ({ path, text }) => rooms.includes(roomOf(path)) && /\bDate\.now\(|new Date\(\)/.test(text),
  );
  expect(asking).toEqual([]);
});

test('a migration contains what it runs: it imports nothing but types and the files of its own folder', () => {
  const migrations = sources.filter(({ path }) => path.startsWith('app/database/migrations/'));
  expect(migrations.length).toBeGreaterThan(0);
  const foreign = migrations.flatMap(({ path, runs }) => {
    const own = /^.*\/\d{4}-[a-z-]+/.exec(path)?.[0];
    return runs.filter((to) => !to.startsWith(`${own}/`)).map((to) => `${path} imports ${to}`);
  });
  expect(foreign).toEqual([]);
});

test('every query names its columns', () => {
  // PostgreSQL refuses a prepared `select *` once a migration has added a column.
  const starred = /\.(selectAll|returningAll)\(|\bselect \*|\breturning \*/i;
  expect(filesThat(({ text }) => starred.test(text))).toEqual([]);
});

test('no file has a name that says nothing', () => {
  const nameless = /(^|\/)(index|utils?|helpers?|common|shared|misc|types|manager|service|handler)\.[^/]*$/;
  expect(filesThat(({ path }) => nameless.test(path))).toEqual([]);
});

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  // They find ports and browsers as the tests do.
  if ((from === 'bench' || from === 'faults') && to === 'tests') return true;
  const [above, below] = [floorOf(from), floorOf(to)];
  if (above === undefined || below === undefined) return false;
  // The server loads the sample town, the operator's tool starts the server.
  return above < below || (above === 0 && below === 0);
}

function floorOf(room: string): number | undefined {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room));
  return floor === -1 ? undefined : floor;
}

function roomOf(path: string): string {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'app') return top;
  if (third !== undefined) return second;
  const name = second.split('.')[0] ?? '';
  return SINGLE_FILES.includes(name) ? name : 'root';
}

/** Pairs of importing and imported file; types that React Router makes are no files of ours. */
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

function findCircle(graph: Map<string, string[]>): string | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ');
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}
