/** The Chromium of the journeys: the one of their package, otherwise the machine's. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Browser = { executablePath: string; env?: Record<string, string> };

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(process.env.PATH ?? '').split(delimiter)];
const OTHERS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where the package with its own browser is unpacked. */
const UNPACKED = fileURLToPath(new URL('../.cache/chromium', import.meta.url));

/**
 * An available browser: the one that `BROWSER_PATH` names, or else the unpacked one, or else the machine's. Undefined
 * when `installBrowser` is needed.
 */
export function findBrowser(): Browser | undefined {
  const named = process.env.BROWSER_PATH;
  if (named) return existsSync(named) ? { executablePath: named } : undefined;
  return findUnpacked() ?? findInstalled();
}

/**
 * Unpacks the headless Chromium of @sparticuz/chromium, for which the journeys take half the CPU of a Chromium with
 * windows. Where it does not run, the machine's is used, and installed with apt if there is none, which takes a minute.
 */
export function installBrowser(): void {
  if (process.env.BROWSER_PATH || findUnpacked()) return;
  if (process.platform === 'linux' && process.arch === 'x64') unpackBrowser();
  if (findUnpacked() || findInstalled()) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall && !aptInstalls() && aptUpdates()) aptInstalls();
}

function findInstalled(): Browser | undefined {
  const candidates = [...FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...OTHERS];
  const executablePath = candidates.find((path) => existsSync(path));
  return executablePath ? { executablePath } : undefined;
}

/** Under another name first: incomplete files are not taken for a browser. */
function unpackBrowser(): void {
  const draft = `${UNPACKED}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  // It unpacks into the temporary folder, and the libraries it needs only if it detects its own system.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, ['-e', unpack], { cwd: root, env });
  writeFileSync(join(draft, 'fonts', 'fonts.conf'), fontSettings());
  const { executablePath, env: own } = browserIn(draft);
  // On a system with other libraries it may not start.
  const tried = spawnSync(executablePath, ['--version'], { env: { ...process.env, ...own } });
  if (tried.status === 0) renameSync(draft, UNPACKED);
  else rmSync(draft, { recursive: true });
}

/** Its own libraries look for the fonts elsewhere, and without any font pages sometimes crash. */
function fontSettings(): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${UNPACKED}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${UNPACKED}/fonts-cache</cachedir>
</fontconfig>
`;
}

function findUnpacked(): Browser | undefined {
  const browser = browserIn(UNPACKED);
  return existsSync(browser.executablePath) ? browser : undefined;
}

function browserIn(folder: string): Browser {
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  return { executablePath: join(folder, 'chromium'), env };
}

function aptUpdates(): boolean {
  return apt('update');
}

function aptInstalls(): boolean {
  return apt('install', '-y', '--no-install-recommends', 'chromium');
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0;
}
