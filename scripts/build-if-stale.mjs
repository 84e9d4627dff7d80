import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { countFreeMb, describeKill, describeShortage, memoryFlags, memorySettings } from './memory.mjs';
import { run } from './run.mjs';
import { fail, report, root } from './say.mjs';

/** A link to the newest finished build. */
const BUILD = join(root, 'build');
/** Each build has its own folder, so that a running site keeps the files it was started with. */
const BUILDS = join(root, '.builds');
/** This many are kept: pages served from them still request their files. */
const KEPT = 5;
/** Written last: a build without it is incomplete. */
const STAMP = join(BUILD, '.fingerprint');
const LONGEST_MS = 5 * 60_000;
/** Measured, with this process. */
const NEEDED_MB = 850;
/** With as much free memory, a build is not limited: it takes 1.2 GB, and a third less time. */
const PLENTY_MB = 4000;
const BUILDER = join('node_modules', '@react-router', 'dev', 'bin.cjs');
const limited = {
  flags: memoryFlags,
  // The bundler's own allocator gives back at once what is free: less than half the memory.
  settings: { ...memorySettings, MIMALLOC_PURGE_DELAY: '0' },
};
const ROOMY = ['--max-semi-space-size=32'];
/** One after the other, each in a process of its own: together they need almost twice the memory. */
const HALVES = ['client', 'ssr'];
const SOURCES = [
  'app',
  'server',
  'commands',
  'public',
  'scripts/compress-assets.mjs',
  'scripts/release/late-packages.ts',
  'scripts/trim-manifest.mjs',
  'package-lock.json',
  'tsconfig.json',
  'react-router.config.ts',
  'vite.config.ts',
];

/**
 * Builds the site unless the current build was made from exactly these sources. Of several processes one builds while
 * the others wait. Ends the process with one line when that fails.
 */
export async function buildIfStale() {
  const fingerprint = fingerprintOfSources();
  if (isBuiltOf(fingerprint)) return;
  await withLock('build', LONGEST_MS, async () => {
    if (!isBuiltOf(fingerprint)) await build(fingerprint);
  });
}

function isBuiltOf(fingerprint) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint;
}

async function build(fingerprint) {
  const started = Date.now();
  report('Building the site…');
  const shortage = describeShortage('Building', NEEDED_MB);
  if (shortage) report(shortage);
  const name = `${new Date().toISOString().replace(/\W/g, '')}-${fingerprint.slice(0, 8)}`;
  const folder = join(BUILDS, name);
  mkdirSync(folder, { recursive: true });
  const { flags, settings } = countFreeMb() < PLENTY_MB ? limited : { flags: ROOMY, settings: {} };
  for (const half of HALVES) {
    const { code, output } = await run(process.execPath, [...flags, BUILDER, 'build'], {
      quiet: true,
      env: {
        ...process.env,
        ...settings,
        NODE_ENV: 'production',
        BUILD_FOLDER: join('.builds', name),
        BUILD_HALF: half,
      },
    });
    if (code === 0) continue;
    rmSync(folder, { recursive: true, force: true });
    report(output.trim());
    fail(
      describeKill('Building the site', NEEDED_MB, code) ?? 'Building the site failed. See the lines above.',
    );
  }
  writeFileSync(join(folder, '.fingerprint'), fingerprint);
  switchTo(name);
  removeOldBuilds(name);
  report(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** There is a complete build at every moment: the link is replaced in one step. */
function switchTo(name) {
  // From when the build was not a link.
  if (lstatSync(BUILD, { throwIfNoEntry: false })?.isDirectory())
    renameSync(BUILD, join(BUILDS, '0-earlier'));
  const link = `${BUILD}.next`;
  rmSync(link, { force: true });
  symlinkSync(process.platform === 'win32' ? join(BUILDS, name) : join('.builds', name), link, 'junction');
  // Windows can't rename over a folder's link.
  if (process.platform === 'win32') rmSync(BUILD, { force: true });
  renameSync(link, BUILD);
}

/** Also the incomplete ones. */
function removeOldBuilds(newest) {
  const finished = readdirSync(BUILDS).filter((name) => existsSync(join(BUILDS, name, '.fingerprint')));
  const kept = new Set([newest, ...finished.sort().slice(-KEPT)]);
  for (const name of readdirSync(BUILDS))
    if (!kept.has(name)) rmSync(join(BUILDS, name), { recursive: true, force: true });
}

/** Changes when the content or the name of any source file of the build does. */
function fingerprintOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesUnder).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
