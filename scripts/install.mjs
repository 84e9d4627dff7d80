// Runs before anything is installed, on the machine's Node (20.19 or newer): plain JavaScript, no packages.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { describeKill, describeShortage, memorySettings } from './memory.mjs';
import { installLocked } from './npm.mjs';
import { hasPackages, hasTools, wasInstalled } from './packages.mjs';
import { fail, report, root } from './say.mjs';

/** Options for npm, because `.npmrc` may be missing. */
const DESCRIPTION = ['package.json', 'package-lock.json', '.npmrc'];
/** A new installation is prepared here, so that a running site keeps its packages until all new ones are complete. */
const STAGING = join(root, '.cache', 'install');
const LONGEST_MS = 30 * 60_000;
/** Measured: 340 MB with these limits, 540 MB without. */
const NEEDED_MB = 400;
const NPM_LIMITS = ['--max-old-space-size=192', '--max-semi-space-size=1'];

/**
 * Installs the packages in package-lock.json when node_modules lacks one, is incomplete or is for another system;
 * otherwise does nothing. `full` adds what only tests and checks need; an installation that has those keeps them. Of
 * several processes one installs while the others wait. If the installation fails, the process ends with one line and
 * the previous packages stay.
 */
export async function installIfNeeded({ full }) {
  refuseUnfitNode();
  const wanted = { full: full || hasTools(root) };
  if (hasPackages(root, wanted)) return;
  await withLock('install', LONGEST_MS, async () => {
    if (hasPackages(root, wanted)) return;
    const started = Date.now();
    const reason = wasInstalled(root) ? 'Some packages are missing or out of date. ' : '';
    report(`${reason}Installing packages (about a minute)…`);
    const shortage = wanted.full ? undefined : describeShortage('Installing', NEEDED_MB);
    if (shortage) report(shortage);
    await install(wanted);
    report(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  });
}

/** Other versions can neither install nor build. This file and its imports must still run on Node 18 to report that. */
function refuseUnfitNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  fail(
    `Node ${process.versions.node} is too old to install Belfry. Install Node 24 as docs/hosting.md shows, and run the same command again.`,
  );
}

async function install({ full }) {
  rmSync(STAGING, { recursive: true, force: true });
  mkdirSync(STAGING, { recursive: true });
  for (const file of DESCRIPTION)
    if (existsSync(join(root, file))) cpSync(join(root, file), join(STAGING, file));
  const { code, output } = full
    ? await installLocked(STAGING, ['--include=dev'])
    : await installLocked(STAGING, ['--omit=dev', '--maxsockets=3'], NPM_LIMITS, memorySettings);
  if (code === 0 && hasPackages(STAGING, { full })) {
    if (!full) removeUnused(join(STAGING, 'node_modules'));
    return switchToStaging();
  }
  rmSync(STAGING, { recursive: true, force: true });
  report(output.trim());
  fail(
    describeKill('Installing', NEEDED_MB, code) ??
      'Installing the packages failed. Check the network connection and free disk space, then run the same command again.',
  );
}

/**
 * Deletes what a site never uses: the C headers and manual of its Node, and TypeScript's compiler, which npm installs
 * as an optional peer. Descriptions of packages stay, so that they count as installed.
 */
function removeUnused(packages) {
  const compilers = list(join(packages, '@typescript')).map((name) => join('@typescript', name, 'lib'));
  const runtimes = list(packages).filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name));
  const parts = runtimes.flatMap((name) => [join(name, 'include'), join(name, 'share')]);
  for (const part of [...parts, ...compilers, join('typescript', 'dist')])
    rmSync(join(packages, part), { recursive: true, force: true });
}

function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Two renames: if the process ends between them, there is no installation, and the next start makes one. */
function switchToStaging() {
  const current = join(root, 'node_modules');
  if (existsSync(current)) renameSync(current, join(STAGING, 'earlier'));
  renameSync(join(STAGING, 'node_modules'), current);
  rmSync(STAGING, { recursive: true, force: true });
}
