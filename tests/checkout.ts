import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A small checkout: the real scripts in a separate folder, with an npm and a builder that only record their calls. */
export type Checkout = Disposable & {
  folder: string;
  write: (path: string, text: string) => void;
  read: (path: string) => string;
  exists: (path: string) => boolean;
  remove: (path: string) => void;
  /** Runs code that imports the scripts; returns its exit code and output. */
  run: (code: string, environment?: Record<string, string>) => { code: number | null; said: string };
  /** The same, while others run; returns the exit code. */
  runBeside: (code: string, environment?: Record<string, string>) => Promise<number | null>;
  /** The arguments of all calls of npm, or the builder. */
  calls: (of: 'npm' | 'build') => string[];
};

const LOCK = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'checkout' },
    'node_modules/needed': { version: '1.0.0' },
    'node_modules/tool': { version: '2.0.0', dev: true },
    'node_modules/elsewhere': { version: '3.0.0', optional: true, os: ['plan9'] },
    'node_modules/@typescript/typescript-here': { version: '7.0.0', optional: true, os: [process.platform] },
    'node_modules/native': { version: '4.0.0', optional: true, os: [process.platform] },
  },
};

/**
 * Does what `npm ci` would: replaces node_modules of the given folder, and records what is installed. With FAIL=1 it is
 * interrupted, without a record; with OLD=1 it leaves out native packages, like npm of an old Node.
 */
const NPM = `
const fs = require('node:fs');
const { dirname, join } = require('node:path');
const args = process.argv.slice(2);
const prefix = args[args.indexOf('--prefix') + 1];
fs.appendFileSync(join(__dirname, 'npm.calls'), args.join(' ') + '\\n');
fs.rmSync(join(prefix, 'node_modules'), { recursive: true, force: true });
fs.mkdirSync(join(prefix, 'node_modules'), { recursive: true });
if (process.env.KILL) process.kill(process.pid, 'SIGKILL');
if (process.env.FAIL) { console.error('npm error network'); process.exit(1); }
const { packages } = JSON.parse(fs.readFileSync(join(prefix, 'package-lock.json'), 'utf8'));
const isKept = ([path, p]) => path && (!p.os || (p.os[0] === process.platform && !process.env.OLD)) && (args.includes('--include=dev') || !p.dev);
const kept = Object.entries(packages).filter(isKept);
for (const [path, { version }] of kept) {
  fs.mkdirSync(join(prefix, path, 'lib'), { recursive: true });
  fs.writeFileSync(join(prefix, path, 'lib/file.js'), '');
  fs.writeFileSync(join(prefix, path, 'package.json'), JSON.stringify({ version }));
}
fs.writeFileSync(join(prefix, 'node_modules/.package-lock.json'), JSON.stringify({ packages: Object.fromEntries(kept) }));
`;

export const BUILDER = `
const fs = require('node:fs');
fs.appendFileSync('build.calls', process.argv.slice(2).join(' ') + ' ' + process.env.BUILD_HALF + '\\n');
fs.mkdirSync(process.env.BUILD_FOLDER, { recursive: true });
if (process.env.KILL) process.kill(process.pid, 'SIGKILL');
if (process.env.FAIL) { console.error('app/root.tsx: unexpected token'); process.exit(1); }
fs.writeFileSync(process.env.BUILD_FOLDER + '/index.js', '');
`;

export function openCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-checkout-'));
  cpSync(fileURLToPath(new URL('../scripts', import.meta.url)), join(folder, 'scripts'), { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package-lock.json', JSON.stringify(LOCK));
  write('package.json', '{}');
  write('npm.cjs', NPM);
  write('node_modules/@react-router/dev/bin.cjs', BUILDER);
  write('app/root.tsx', 'export {};');
  return {
    folder,
    write,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    exists: (path) => existsSync(join(folder, path)),
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    run(code, environment) {
      const [args, options] = surroundings(folder, code, environment);
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
      return { code: status, said: stdout + stderr };
    },
    runBeside(code, environment) {
      const [args, options] = surroundings(folder, code, environment);
      const child = spawn(process.execPath, args, { ...options, stdio: 'ignore' });
      return new Promise((resolve) => child.once('exit', resolve));
    },
    calls(of) {
      const file = join(folder, `${of}.calls`);
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function surroundings(folder: string, code: string, environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.cjs'), ...environment };
  const args = ['--input-type=module', '--eval', code];
  return [args, { cwd: folder, env }] as const;
}
