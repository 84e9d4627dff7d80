// `npm test`: all checks in named steps, and one line at the end. `--quick` (`npm run check`) runs only the rules
// about the code and the tests of changed folders, on SQLite, without those that mostly wait. With files or folders, only their tests run, on SQLite, and may print.
// `--deep` runs whole what is otherwise whole only for changed folders: properties, hostile input, PostgreSQL, axe.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listChangedFolders } from './changed-folders.mjs';
import { installIfNeeded } from './install.mjs';
import { installTool } from './install-tool.mjs';
import { run } from './run.mjs';
import { onRuntime } from './runtime.mjs';
import { report, root } from './say.mjs';
import { failed, listSlowest, passed, readPlaywrightReport, readVitestReport } from './test-counts.mjs';
import { useMemoryForTests } from './test-folder.mjs';

const REPORTS = join(root, '.cache', 'reports');
const NO_BROWSER =
  'Chromium was not found and could not be installed. Install it, or set its path: BROWSER_PATH=… npm test';
/** What holds for all of the code. */
const RULES = ['tests/structure.test.ts', 'tests/references.test.ts'];
const isQuick = process.argv.includes('--quick');
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

/** Lint, types and build count as one check each, the others by their number of tests. */
const sourceSteps = [
  ['lint', (label) => check(label, 'biome', ['check', '--error-on-warnings'])],
  [
    'types',
    async (label) => {
      const first = await check(label, 'react-router', ['typegen']);
      // With several, it would take twice as much of the time that the other steps need.
      return first.failed ? first : check(label, 'tsc', ['--checkers', '1']);
    },
  ],
];
const buildStep = ['build', (label) => check(label, 'node', [join('scripts', 'build.mjs')])];

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  rmSync(REPORTS, { recursive: true, force: true });
  useMemoryForTests();
  if (process.argv.includes('--deep')) process.env.TESTS_DEEP = '1';
  const folders = listChangedFolders();
  process.env.TESTS_CHANGED_FOLDERS = folders.join('\n');
  const quick = isQuick ? [...RULES, ...folders.map((folder) => `${folder}/`)] : [];
  await installGenerator(chosen.length > 0 ? chosen : quick);
  const counts = chosen.length > 0 ? await runChosen() : isQuick ? await runQuick(quick) : await runAll();
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const faults = sum('failed');
  report(`\nThe slowest tests:\n${listSlowest(counts).join('\n')}`);
  // Repeated at the end: the beginning of a long run may be cut off.
  for (const failure of counts.flatMap((count) => count.failures)) report(`\nFailed: ${failure}`);
  // The last line, for people and programs.
  console.log(`${sum('passed')} passed, ${faults} failed`);
  process.exit(faults === 0 ? 0 : 1);
});

/** For one test, and before it, because tests use no network. Without it, only that test fails. */
async function installGenerator(tests) {
  const { GENERATOR, willGenerate } = await import('../tests/generated-client/generate-client.ts');
  if (willGenerate(tests)) await installTool(GENERATOR).catch(({ message }) => report(message));
}

async function runQuick(tests) {
  const env = { ...process.env, DATABASES: 'sqlite' };
  return [
    ...(await runBeside([...sourceSteps, buildStep])),
    await runStep('tests of what changed', (label) => vitest(label, env, ['--project=rest', ...tests])),
  ];
}

async function runChosen() {
  const env = { ...process.env, DATABASES: 'sqlite', TESTS_MAY_PRINT: '1' };
  return [await runStep('tests', (label) => vitest(label, env, chosen))];
}

async function runAll() {
  const browser = findOrInstallBrowser();
  // The builder uses one core.
  const checks = runBeside(sourceSteps);
  const [build, postgres] = await Promise.all([runStep(...buildStep), openPostgres()]);
  const env = { ...process.env, ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}) };
  // Many tests wait for processes, which leaves time for the compiler, but not for browsers: next to them, waits time out.
  const tests = await runStep('tests', (label) => vitest(label, env));
  const journeys = await runStep('journeys', async (label) =>
    (await browser) ? playwright(label, env) : failed(1, [NO_BROWSER]),
  );
  await postgres?.stop();
  return [build, ...(await checks), tests, journeys];
}

function runBeside(steps) {
  return Promise.all(steps.map(([name, step]) => runStep(name, step)));
}

/** Each line of its output starts with its name, because several steps run at once. */
async function runStep(name, step) {
  const started = Date.now();
  report(`— ${name} —`);
  const count = await step(`${name} │ `);
  const seconds = Math.round((Date.now() - started) / 1000);
  report(`— ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s —`);
  return count;
}

async function check(label, program, args) {
  const { code } = await runPackage(label, program, args);
  return code === 0 ? passed(1) : failed(1, [`${program} ${args.join(' ')} failed: its lines above say why`]);
}

async function vitest(label, env, more = []) {
  const file = join(REPORTS, 'vitest.json');
  const { code } = await runPackage(
    label,
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...more],
    env,
  );
  return readVitestReport(file, code);
}

async function playwright(label, env) {
  const file = join(REPORTS, 'playwright.json');
  const { code } = await runPackage(label, 'playwright', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return readPlaywrightReport(file, code);
}

function runPackage(label, name, args, env = process.env) {
  const folder = join(root, 'node_modules', '.bin');
  const separator = process.platform === 'win32' ? ';' : ':';
  const program = process.platform === 'win32' && name !== 'node' ? `${name}.cmd` : name;
  return run(program, args, {
    label,
    env: { ...env, PATH: `${folder}${separator}${env.PATH ?? ''}` },
    shell: process.platform === 'win32',
  });
}

/** One server for all steps; the one in TEST_DATABASE_URL if it is set. */
async function openPostgres() {
  if (process.env.TEST_DATABASE_URL || process.env.DATABASES === 'sqlite') return undefined;
  const { startPostgres } = await import('../tests/postgres.ts');
  return startPostgres();
}

/** Whether there is a Chromium. Installing one can take a minute, while other things go on. */
async function findOrInstallBrowser() {
  const install = "const { installBrowser } = await import('./tests/browser.ts'); installBrowser();";
  await run(process.execPath, ['--input-type=module', '--eval', install], { label: 'browser │ ' });
  const { findBrowser } = await import('../tests/browser.ts');
  return findBrowser() !== undefined;
}
