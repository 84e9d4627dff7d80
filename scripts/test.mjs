// `npm test`: all checks in named steps, and one line at the end. `--quick` leaves out the browser.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';
import { run } from './run.mjs';
import { onRuntime } from './runtime.mjs';
import { fail, report, root } from './say.mjs';
import { failed, passed, readPlaywrightReport, readVitestReport } from './test-counts.mjs';

const REPORTS = join(root, '.cache', 'reports');
const isQuick = process.argv.includes('--quick');

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  rmSync(REPORTS, { recursive: true, force: true });
  const postgres = await openPostgres();
  const counts = [];
  for (const [name, step] of steps(postgres?.url)) counts.push(await runStep(name, step));
  await postgres?.stop();
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const faults = sum('failed');
  // Repeated at the end: the beginning of a long run may be cut off.
  for (const test of counts.flatMap((count) => count.unsteady ?? []))
    report(`\nPassed only on the second try: ${test}`);
  for (const failure of counts.flatMap((count) => count.failures)) report(`\nFailed: ${failure}`);
  // The last line, for people and programs.
  console.log(`${sum('passed')} passed, ${faults} failed`);
  process.exit(faults === 0 ? 0 : 1);
});

/** Lint, types and build count as one check each, the others by their number of tests. */
function steps(databaseUrl) {
  const env = { ...process.env, ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}) };
  const quick = [
    ['lint', () => check('biome', ['check', '--error-on-warnings'])],
    [
      'types',
      async () =>
        await check('react-router', ['typegen']).then((first) => (first.failed ? first : check('tsc', []))),
    ],
    ['build', () => check('node', [join('scripts', 'build.mjs')])],
    ['unit, store and request tests', () => vitest(env)],
  ];
  return isQuick ? quick : [...quick, ['journeys in Chromium', () => playwright(env)]];
}

async function runStep(name, step) {
  const started = Date.now();
  report(`\n— ${name} —`);
  const count = await step();
  const seconds = Math.round((Date.now() - started) / 1000);
  report(`— ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s —`);
  return count;
}

async function check(program, args) {
  const { code } = await runPackage(program, args);
  return code === 0 ? passed(1) : failed(1);
}

async function vitest(env) {
  const file = join(REPORTS, 'vitest.json');
  const { code } = await runPackage(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env,
  );
  return readVitestReport(file, code);
}

async function playwright(env) {
  await findOrInstallBrowser();
  const file = join(REPORTS, 'playwright.json');
  const { code } = await runPackage('playwright', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return readPlaywrightReport(file, code);
}

function runPackage(name, args, env = process.env) {
  const folder = join(root, 'node_modules', '.bin');
  const separator = process.platform === 'win32' ? ';' : ':';
  const program = process.platform === 'win32' && name !== 'node' ? `${name}.cmd` : name;
  return run(program, args, {
    env: { ...env, PATH: `${folder}${separator}${env.PATH ?? ''}` },
    shell: process.platform === 'win32',
  });
}

/** One server for all steps; the one in TEST_DATABASE_URL if it is set. */
async function openPostgres() {
  if (process.env.TEST_DATABASE_URL || process.env.DATABASES === 'sqlite') return undefined;
  const { startPostgres } = await import('../tests/postgres.ts');
  report('Starting PostgreSQL…');
  return startPostgres();
}

async function findOrInstallBrowser() {
  const { findBrowser, installBrowser } = await import('../tests/browser.ts');
  if (findBrowser()) return;
  report('Installing Chromium…');
  installBrowser();
  if (!findBrowser())
    fail(
      'Chromium was not found and could not be installed. Install it, or set its path: BROWSER_PATH=… npm test',
    );
}
