import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { fail, report, root } from './say.mjs';

const BUILD = join(root, 'build');
/** Written last: a build without it is not finished. */
const STAMP = join(BUILD, '.fingerprint');
const SOURCES = [
  'app',
  'server',
  'public',
  'package-lock.json',
  'tsconfig.json',
  'react-router.config.ts',
  'vite.config.ts',
];

/** Builds the site unless the build that is there was made of these very sources. Ends the process with one line when that fails. */
export async function buildIfStale() {
  const fingerprint = fingerprintOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint) return;
  const started = Date.now();
  report('Building the site…');
  rmSync(STAMP, { force: true });
  const { code, output } = await run(
    process.execPath,
    [join('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'],
    {
      quiet: true,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (code !== 0) {
    report(output.trim());
    fail('Building the site failed: the lines above say where.');
  }
  writeFileSync(STAMP, fingerprint);
  report(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
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
  if (/\.[a-z]+$/.test(path) && !path.includes('/')) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
