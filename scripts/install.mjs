// Runs before anything is installed, on whatever Node the machine has (20.19 or newer): plain JavaScript, no packages.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { fail, report, root } from './say.mjs';

/** Older ones can neither install nor build. This file and all it imports must still run on Node 18, to say so. */
const LEAST = [20, 19];

const RECORD = join(root, 'node_modules', '.package-lock.json');

/**
 * Installs the packages that package-lock.json names and node_modules lacks; does nothing when it lacks none.
 * `full` adds what only tests and checks need. An installation that has those keeps them.
 * Ends the process with one line when the installation fails.
 */
export async function installIfNeeded({ full }) {
  refuseOldNode();
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = existsSync(RECORD) ? readPackages(RECORD) : undefined;
  const wantsFull = full || isFull(installed);
  if (installed && isComplete(wanted, installed, wantsFull)) return;
  const started = Date.now();
  report('Installing the packages (a minute or so)…');
  await install(wantsFull);
  report(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  fail(
    `Node ${process.versions.node} is too old to install Belfry. Install Node 24, as docs/hosting.md shows, and run the same command again.`,
  );
}

async function install(full) {
  // npm's own record of what is installed. Without it an installation that is cut short is begun again.
  rmSync(RECORD, { force: true });
  // No package's install script runs: none of them is needed.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runNpm(['ci', full ? '--include=dev' : '--omit=dev', ...flags]);
  if (code === 0 && existsSync(RECORD)) return;
  report(output.trim());
  fail(
    'Installing the packages failed. Check the network connection and the free space, then run the same command again.',
  );
}

function runNpm(args) {
  const npm = process.env.npm_execpath;
  if (npm && /\.c?js$/.test(npm) && existsSync(npm))
    return run(process.execPath, [npm, ...args], { quiet: true });
  return run('npm', args, { quiet: true, shell: process.platform === 'win32' });
}

function readPackages(file) {
  try {
    return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([path]) => path !== '');
  } catch {
    return [];
  }
}

function isFull(installed) {
  return installed?.some(([, entry]) => entry.dev) ?? false;
}

/** Optional packages are for other machines than this one, as a rule; the one that matters is looked for in runtime.mjs. */
function isComplete(wanted, installed, full) {
  const versions = new Map(installed.map(([path, entry]) => [path, entry.version]));
  return wanted
    .filter(([, entry]) => !entry.optional && !entry.devOptional && (full || !entry.dev))
    .every(([path, entry]) => versions.get(path) === entry.version);
}
