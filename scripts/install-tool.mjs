import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { installLocked } from './npm.mjs';
import { hasPackages } from './packages.mjs';
import { report, root } from './say.mjs';

const LONGEST_MS = 10 * 60_000;

/**
 * Whether the packages of a tool are installed. `folder` is the tool's folder in the checkout, such as
 * `bench/lighthouse`, with a package.json and a package-lock.json of its own.
 */
export function hasTool(folder) {
  return hasPackages(join(root, folder), { full: true });
}

/** Installs the packages of a tool unless they are installed. Throws an error of one line if that fails. */
export async function installTool(folder) {
  if (hasTool(folder)) return;
  await withLock('install-tool', LONGEST_MS, async () => {
    if (hasTool(folder)) return;
    const { dependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const names = Object.keys(dependencies).join(' and ');
    report(`Installing ${names} in ${folder}…`);
    const { code, output } = await installLocked(join(root, folder));
    if (code === 0 && hasTool(folder)) return;
    const [, reason = `exit code ${code}`] = /^npm error (.+)$/m.exec(output) ?? [];
    throw new Error(
      `Installing ${names} failed (npm: ${reason}). Check the network connection and free disk space.`,
    );
  });
}
