/** The Chromium of the journeys: the machine's, otherwise one installed for them. */
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

/** An available browser; undefined when `installBrowser` is needed. `BROWSER_PATH` names another. */
export function findBrowser(): Browser | undefined {
  const named = process.env.BROWSER_PATH;
  const candidates = named
    ? [named]
    : [...FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...OTHERS];
  const executablePath = candidates.find((path) => existsSync(path));
  return executablePath ? { executablePath } : findUnpacked();
}

/** Installs Chromium with apt if possible, otherwise unpacks the one in @sparticuz/chromium. Takes about a minute. */
export function installBrowser(): void {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall && (aptInstalls() || (aptUpdates() && aptInstalls())) && findBrowser()) return;
  unpackBrowser();
}

/** Under another name first: incomplete files are not taken for a browser. */
function unpackBrowser(): void {
  const draft = `${UNPACKED}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  // It unpacks into the temporary folder, and the libraries it needs only if it detects its own system.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  execFileSync(process.execPath, ['-e', unpack], { cwd: fileURLToPath(new URL('..', import.meta.url)), env });
  writeFileSync(join(draft, 'fonts', 'fonts.conf'), fontSettings());
  renameSync(draft, UNPACKED);
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
  const executablePath = join(UNPACKED, 'chromium');
  if (!existsSync(executablePath)) return undefined;
  const env = { LD_LIBRARY_PATH: join(UNPACKED, 'al2023', 'lib'), FONTCONFIG_PATH: join(UNPACKED, 'fonts') };
  return { executablePath, env };
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
