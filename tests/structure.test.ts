/** The rules about folders, layers and imports (ARCHITECTURE.md). */
import { expect, test } from 'vitest';
import { readSources, type SourceFile } from './source-imports.ts';

const sources = readSources('app', 'server', 'commands', 'bench', 'faults');

/** The folders of the collections. */
const nouns = sources.flatMap(
  ({ path }) => /^app\/(\w+)\/[\w-]+-collection\.server\.ts$/.exec(path)?.[1] ?? [],
);

/** From top to bottom: a file imports from its own folder and from lower layers (ARCHITECTURE.md). */
const LAYERS = [
  ['server', 'commands', 'bench', 'faults'],
  ['background', 'root'],
  ['site'],
  ['moving'],
  ['newsletter'],
  ['sources'],
  [...nouns, 'pictures', 'documents', 'collections'],
  ['desk'],
  ['items'],
  ['people'],
  ['town'],
  ['platform'],
];

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
  const folders = [...nouns, 'pictures', 'documents'];
  const crossing = links((file) => file.imports).filter(([from, to]) => {
    const [one, other] = [folderOf(from), folderOf(to)];
    return one !== other && folders.includes(one) && folders.includes(other);
  });
  expect(crossing).toEqual([]);
});

test('only the pages and the API of a folder import the desk', () => {
  const others = links((file) => file.imports).filter(
    ([from, to]) =>
      folderOf(to) === 'desk' &&
      from.startsWith('app/') &&
      folderOf(from) !== 'desk' &&
      !/\/(pages|api)\//.test(from),
  );
  expect(others.map(([from, to]) => `${from} imports ${to}`)).toEqual([]);
});

const MOST_FILES = 40;

test('a folder has at most 40 source files', () => {
  const folders = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  const crowded = [...folders].filter(([, files]) => files.length > MOST_FILES);
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test('pages of the admin leave their heading to AdminPage', () => {
  const routes = sources.find(({ path }) => path === 'app/routes.ts');
  const admin = /'desk\/hub\/admin-layout\.tsx',\n.*?\n {2}\),/s.exec(routes?.text ?? '')?.[0] ?? '';
  const open = [...admin.matchAll(/'([^']+\.tsx)'/g)].map(([, file]) => `app/${file}`);
  const reached = new Set<string>();
  for (const path of open) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(
      ...(sources.find((file) => file.path === path)?.runs ?? []).filter((to) => to.endsWith('.tsx')),
    );
  }
  const writing = filesThat(({ path, text }) => reached.has(path) && text.includes('<h1'));
  expect(writing).toEqual([
    'app/desk/form/missing-item.tsx',
    'app/desk/hub/admin-page.tsx',
    // The same sheet as on the public site.
    'app/newsletter/paper/paper-view.tsx',
  ]);
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

test('only app/people/google/google-client.server.ts imports openid-client', () => {
  expect(filesThat((file) => file.packages.some((name) => /^openid-client\b/.test(name)))).toEqual([
    'app/people/google/google-client.server.ts',
  ]);
});

test('only app/platform/mail/mailer.server.ts imports nodemailer', () => {
  expect(filesThat((file) => file.packages.some((name) => /^nodemailer\b/.test(name)))).toEqual([
    'app/platform/mail/mailer.server.ts',
  ]);
});

test('only app/platform/document-reader reads documents', () => {
  const reading = /\b(unpdf|pdfjs-dist|mammoth|exceljs|xlsx|officeparser)\b/;
  expect(filesThat((file) => file.packages.some((name) => reading.test(name)))).toEqual([
    'app/platform/document-reader/read-pdf.server.ts',
  ]);
});

test('only app/platform/mail/mailbox.server.ts imports imapflow', () => {
  expect(filesThat(({ text }) => /['"]imapflow['"]/.test(text))).toEqual([
    'app/platform/mail/mailbox.server.ts',
  ]);
});

test('only app/people/passkeys/webauthn.server.ts imports @simplewebauthn/server, and one script its browser part', () => {
  const running = /\bimport(?! type)[^;]*@simplewebauthn\//;
  expect(filesThat(({ text }) => running.test(text))).toEqual([
    'app/people/pages/login/passkey-script.ts',
    'app/people/passkeys/webauthn.server.ts',
  ]);
});

test('R-37 only app/platform/outbound opens connections, except to servers that the operator configured', () => {
  const sockets =
    /\bfetch\(|import \{[^}]*\b(request|get|connect|createConnection|Socket|Agent)\b[^}]*\} from 'node:(https?|http2|net|tls|dgram)'/;
  const outward = filesThat(
    ({ path, text, packages }) =>
      /^(app|server)\//.test(path) &&
      // Runs in the browser and calls this site.
      path !== 'app/people/pages/login/passkey-script.ts' &&
      (sockets.test(text) ||
        packages.some((name) => /^(pg|nodemailer|openid-client|undici|imapflow)\b/.test(name))),
  );
  expect(outward).toEqual([
    // In the browser, to the site itself.
    'app/desk/form/kept-forms.ts',
    'app/desk/form/report-presence.ts',
    'app/people/google/google-client.server.ts',
    'app/platform/mail/mailbox.server.ts',
    'app/platform/mail/mailer.server.ts',
    'app/platform/outbound/send-once.server.ts',
    ...outward.filter((path) => path.startsWith('app/platform/postgres/')),
    'app/platform/storage/bucket.server.ts',
    // In the browser, to the site itself.
    'app/platform/ui/upload/auto-refresh.tsx',
    'app/platform/ui/upload/document-uploads.ts',
    'app/platform/ui/upload/upload-queue.ts',
    'app/sources/inbox/pages/review-queue.ts',
  ]);
});

test('only app/platform/time uses Temporal', () => {
  const users = filesThat(({ text }) => /\bTemporal\./.test(text));
  expect(users.filter((path) => !path.startsWith('app/platform/time/'))).toEqual([]);
});

test('only app/platform/time/durations.ts says how many milliseconds an hour or a day has', () => {
  const counted = /60 \* (60 \* 1000|60_000)|\b(3_?600_?000|86_?400_?000)\b|\b(MINUTE|HOUR|DAY|YEAR)_MS =/;
  const counting = filesThat(({ path, text }) => !path.includes('/migrations/') && counted.test(text));
  expect(counting).toEqual(['app/platform/time/durations.ts']);
});

test('nothing in app reads the environment; entry points of processes pass it on', () => {
  const readers = filesThat(({ text }) => /\bprocess\.env\b/.test(text));
  expect(readers).toEqual([
    'bench/inbox-day/main.ts',
    'bench/limit-process.ts',
    'bench/main.ts',
    'bench/taking-part/main.ts',
    'commands/belfry.ts',
    'commands/on-host.ts',
    'faults/f08-damaged-page.ts',
    'faults/subject.ts',
    'faults/tools.ts',
    'server/main.ts',
  ]);
});

test('only readForm reads posted forms, except scripts with their own form and an upload whose fields the API checks', () => {
  const readers = filesThat(({ text }) => /\.formData\(\)/.test(text));
  expect(readers).toEqual([
    'app/desk/form/keep-typed.ts',
    'app/documents/api/document-calls.server.ts',
    'app/newsletter/pages/composer/keep-composer.ts',
    'app/pictures/api/picture-calls.server.ts',
    'app/platform/forms/read-form.server.ts',
  ]);
});

test('only failedForm returns a form that failed; other responses with a failing status are of pages', () => {
  const failing = filesThat(
    ({ path, text }) => path !== 'app/platform/forms/failed-form.ts' && hasOwnFailure(text),
  );
  // The loaders of four pages, the guards of pages, the page of an unknown address, and the router's own responses: no
  // form was read.
  expect(failing).toEqual([
    'app/desk/hub/require-staff.server.ts',
    'app/moving/as-of/pages/as-of-page.tsx',
    'app/people/pages/administrator-page.tsx',
    'app/people/request/require-policy.server.ts',
    'app/site/pages/unknown.tsx',
    'app/sources/pages/add-source.tsx',
    'app/sources/suggestions/pages/submit.tsx',
    'server/router-adapter.ts',
  ]);
});

test('no rule or store reads the clock', () => {
  const folders =
    /^app\/(articles|news|events|polls|businesses|items\/(content|lists|text)|platform\/(time|html|forms|mail|database|sqlite|postgres))\//;
  const readers = filesThat(
    ({ path, text }) => folders.test(path) && /\bDate\.now\(|new Date\(\)/.test(text),
  );
  expect(readers).toEqual([]);
});

test('a migration imports only types and files of its own folder', () => {
  const migrations = sources.filter(({ path }) => path.startsWith('app/platform/database/migrations/'));
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

/** Words that other names have replaced (docs/style.md), anywhere in a name and at its beginning. */
const DROPPED =
  /^(jobs?|fates?|belongings?|visits?|troubles?|troubled|failures?|refusals?|places?|placed|settles?|settled)$/i;
const DROPPED_VERBS = /^(note|hold|tell|plant|say)$/;
const DROPPED_PAIRS = /move-?in(?!to)|hand-?over|another-?day|stand-?in/i;
/** Commands, which scripts rely on; what a browser's first visit shows; and an update of the same folder. */
const KEPT = /(^commands\/(import\/move-in|backup\/hand-over)|\/first-visit\.|\/update-in-place\.)/;

test('files and exported functions have the names of docs/style.md', () => {
  const isDropped = (name: string) => {
    const words = name.split(/[-.]|(?<=[a-z])(?=[A-Z])/);
    return (
      words.some((word) => DROPPED.test(word)) ||
      DROPPED_PAIRS.test(name) ||
      DROPPED_VERBS.test(words[0] ?? '')
    );
  };
  const named = readSources('app', 'server', 'commands', 'bench', 'faults', 'tests').filter(
    ({ path }) => !KEPT.test(path) && !path.includes('/migrations/'),
  );
  expect(named.map(({ path }) => path).filter((path) => isDropped(baseNameOf(path)))).toEqual([]);
  const exported = named.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm)].map(
      ([, name = '']) => ({ path, name }),
    ),
  );
  expect(exported.filter(({ name }) => isDropped(name))).toEqual([]);
});

test('no two files have the same base name, except a page and its data', () => {
  const counted = sources.filter(
    ({ path }) => /^(app|server|commands)\//.test(path) && !/\.css$|\/migrations\//.test(path),
  );
  const byName = Map.groupBy(counted, ({ path }) => baseNameOf(path));
  const repeated = [...byName]
    .map(([name, files]) => [name, ...new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))])
    // A command is named like what it does, also where a page is.
    .filter(([, ...folders]) => folders.filter((folder) => !folder?.startsWith('commands/')).length > 1);
  expect(repeated).toEqual([]);
});

function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/(\.server)?(\.test|\.journey)?\.\w+$/, '');
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  // It contains the version, and imports nothing.
  if (to === 'package.json') return true;
  // They use the tests' helpers for ports and browsers, and install what only they need.
  if ((from === 'bench' || from === 'faults') && (to === 'tests' || to === 'scripts')) return true;
  const [above, below] = [layerOf(from), layerOf(to)];
  if (above === undefined || below === undefined) return false;
  if (above !== below) return above < below;
  // The server loads the sample town, and the command-line tool starts the server. The list of collections names them.
  return above === 0 || from === 'collections';
}

function layerOf(folder: string): number | undefined {
  const layer = LAYERS.findIndex((folders) => folders.includes(folder));
  return layer === -1 ? undefined : layer;
}

function folderOf(path: string): string {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'app') return top;
  if (third !== undefined) return second;
  return second === 'collections.server.ts' ? 'collections' : 'root';
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

/** Whether a response with content and a status of failure, other than 404, has a shape of its own. */
function hasOwnFailure(text: string): boolean {
  return [...text.matchAll(/\bdata(<\w+>)?\(/g)].some(({ 0: call, 1: type = '', index }) => {
    const [content = '', init = ''] = argumentsAt(text, index + call.length);
    return content !== 'null' && !type.startsWith('<Failed') && /\b(4(?!04)\d|50)\d\b|\bstatus\b/.test(init);
  });
}

/** The arguments of a call, whose parenthesis opens before `start`. */
function argumentsAt(text: string, start: number): string[] {
  const found = [''];
  for (let at = start, depth = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (')]}'.includes(sign) && depth-- === 0) break;
    if ('([{'.includes(sign)) depth++;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.map((each) => each.trim());
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
  const walk = (file: string, path: string[]): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ');
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = walk(next, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = walk(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}
