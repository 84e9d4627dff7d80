// Runs before anything is installed, on whatever Node the machine has (20.19 or newer): plain JavaScript, no packages.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { hasPackages, hasTools, wasInstalled } from './packages.mjs';
import { run } from './run.mjs';
import { fail, report, root } from './say.mjs';

/** What npm needs to know, of which `.npmrc` may be missing. */
const DESCRIPTION = ['package.json', 'package-lock.json', '.npmrc'];
/** A new installation is made here, so that a site that runs keeps its packages until all new ones are there. */
const STAGING = join(root, '.cache', 'install');
const LONGEST_MS = 30 * 60_000;

/**
 * Installs the packages that package-lock.json names when node_modules lacks one, was not finished or was made for
 * another system; does nothing when it lacks none. `full` adds what only tests and checks need. An installation that
 * has those keeps them. Of several processes one installs while the others wait. Ends the process with one line when
 * the installation fails; what was there then stays.
 */
export async function installIfNeeded({ full }) {
  refuseUnfitNode();
  const wanted = { full: full || hasTools(root) };
  if (hasPackages(root, wanted)) return;
  await withLock('install', LONGEST_MS, async () => {
    if (hasPackages(root, wanted)) return;
    const started = Date.now();
    const reason = wasInstalled(root) ? 'Some packages are missing or out of date. ' : '';
    report(`${reason}Installing the packages (a minute or so)…`);
    await install(wanted);
    report(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  });
}

/** Others can neither install nor build. This file and all it imports must still run on Node 18, to say so. */
function refuseUnfitNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  fail(
    `Node ${process.versions.node} is too old to install Belfry. Install Node 24, as docs/hosting.md shows, and run the same command again.`,
  );
}

async function install({ full }) {
  rmSync(STAGING, { recursive: true, force: true });
  mkdirSync(STAGING, { recursive: true });
  for (const file of DESCRIPTION)
    if (existsSync(join(root, file))) cpSync(join(root, file), join(STAGING, file));
  // No package's install script runs: none of them is needed.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Named, because npm hands its own folder down to the npm that it runs.
  const where = ['--prefix', STAGING];
  const { code, output } = await runNpm(['ci', full ? '--include=dev' : '--omit=dev', ...flags, ...where]);
  if (code === 0 && hasPackages(STAGING, { full })) return switchToStaging();
  rmSync(STAGING, { recursive: true, force: true });
  report(output.trim());
  fail(
    'Installing the packages failed. Check the network connection and the free space, then run the same command again.',
  );
}

/** Two renames: a process that ends between them leaves no installation, and the next start makes one. */
function switchToStaging() {
  const current = join(root, 'node_modules');
  if (existsSync(current)) renameSync(current, join(STAGING, 'earlier'));
  renameSync(join(STAGING, 'node_modules'), current);
  rmSync(STAGING, { recursive: true, force: true });
}

function runNpm(args) {
  const npm = process.env.npm_execpath;
  if (npm && /\.c?js$/.test(npm) && existsSync(npm))
    return run(process.execPath, [npm, ...args], { quiet: true, cwd: STAGING });
  return run('npm', args, { quiet: true, cwd: STAGING, shell: process.platform === 'win32' });
}
