/** Which Chromium the journeys run in: the machine's, else one that is installed for them. */
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

/** Where the package that carries a browser in itself is unpacked. */
const UNPACKED = fileURLToPath(new URL('../.cache/chromium', import.meta.url));

/** A browser that is there; undefined when `installBrowser` has to bring one. `BROWSER_PATH` names another. */
export function findBrowser(): Browser | undefined {
  const named = process.env.BROWSER_PATH;
  const candidates = named
    ? [named]
    : [...FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...OTHERS];
  const executablePath = candidates.find((path) => existsSync(path));
  return executablePath ? { executablePath } : findUnpacked();
}

/** Installs Chromium with apt where that is possible, else unpacks the one in @sparticuz/chromium. Takes a minute or so. */
export function installBrowser(): void {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall && (aptInstalls() || (aptUpdates() && aptInstalls())) && findBrowser()) return;
  unpackBrowser();
}

/** Under another name first: an unpacking that is cut short is not taken for a browser. */
function unpackBrowser(): void {
  const draft = `${UNPACKED}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  // It unpacks into the temporary folder, and the libraries it needs only where it believes to be on its own system.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  execFileSync(process.execPath, ['-e', unpack], { cwd: fileURLToPath(new URL('..', import.meta.url)), env });
  writeFileSync(join(draft, 'fonts', 'fonts.conf'), fontSettings());
  renameSync(draft, UNPACKED);
}

/** The ones that come with it look for the fonts elsewhere, and without any font pages crash now and then. */
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
