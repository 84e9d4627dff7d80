import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { run } from './run.mjs';
import { fail, report, root } from './say.mjs';

const BUILD = join(root, 'build');
/** Written last: a build without it is not finished. */
const STAMP = join(BUILD, '.fingerprint');
const LOCK = join(root, '.cache', 'build.lock');
const LOCK_CHECK_MS = 200;
const LOCK_MAX_MS = 5 * 60_000;
const BUILDER = join('node_modules', '@react-router', 'dev', 'bin.cjs');
const SOURCES = [
  'app',
  'server',
  'public',
  'scripts/compress-assets.mjs',
  'package-lock.json',
  'tsconfig.json',
  'react-router.config.ts',
  'vite.config.ts',
];

/**
 * Builds the site unless the build that is there was made of these very sources. Of several processes one builds while
 * the others wait. Ends the process with one line when that fails.
 */
export async function buildIfStale() {
  const fingerprint = fingerprintOfSources();
  if (isBuiltOf(fingerprint)) return;
  const unlock = await lockBuild();
  try {
    if (!isBuiltOf(fingerprint)) await build(fingerprint);
  } finally {
    unlock();
  }
}

function isBuiltOf(fingerprint) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint;
}

async function build(fingerprint) {
  const started = Date.now();
  report('Building the site…');
  rmSync(STAMP, { force: true });
  const { code, output } = await run(process.execPath, [BUILDER, 'build'], {
    quiet: true,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) {
    report(output.trim());
    fail('Building the site failed: the lines above say where.');
  }
  writeFileSync(STAMP, fingerprint);
  report(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Waits until no other process builds here, and keeps others waiting until the answered function is called. */
async function lockBuild() {
  while (!takeLock()) await setTimeout(LOCK_CHECK_MS);
  const unlock = () => rmSync(LOCK, { force: true });
  process.once('exit', unlock);
  return () => {
    process.off('exit', unlock);
    unlock();
  };
}

function takeLock() {
  try {
    mkdirSync(dirname(LOCK), { recursive: true });
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`The site cannot be built in ${root}: ${error.message}`);
    if (!isHeld()) rmSync(LOCK, { force: true });
    return false;
  }
}

/** A process that was killed leaves its lock behind; its number may be another's by now. */
function isHeld() {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    const isOld = Date.now() - statSync(LOCK).mtimeMs > LOCK_MAX_MS;
    return !isOld && holder !== process.pid && (holder === 0 || process.kill(holder, 0));
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Changes when the content or the name of any file does that the build is made of. */
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
