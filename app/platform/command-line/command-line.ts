/** How Belfry's commands are typed on this machine. All messages get them from here. */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { installationFolder, launcher, projectFolder } from './project-folder.ts';

/** Where a host has commands for all users. */
const COMMAND_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'];
const UNIT = '/etc/systemd/system/belfry.service';

const uninstalled = installationFolder ? './belfry' : 'npm run belfry --';

let isInstalled = hasWrapper(COMMAND_FOLDERS);

/** How to type a command: `belfry doctor`, in a release without a link `./belfry doctor`, in a checkout by npm. */
export function commandLine(words: string): string {
  return `${isInstalled ? 'belfry' : uninstalled} ${words}`;
}

/** How to start the site, with settings for this one start in front, if any: `PORT=8080`. */
export function startLine(settings = ''): string {
  if (!isInstalled) return `${settings} ${installationFolder ? './belfry start' : 'npm start'}`.trim();
  return settings || !existsSync(UNIT) ? `${settings} belfry start`.trim() : 'systemctl start belfry';
}

/** From now on, commands are named as with the `belfry` wrapper, wherever it is installed. */
export function nameWrapper(): void {
  isInstalled = true;
}

/** Whether one of the folders has a `belfry` that is this project's own wrapper, and not another site's. */
export function hasWrapper(folders: string[]): boolean {
  // In a release that was a checkout, the link may still lead to the checkout's own launcher.
  const own = [launcher, join(installationFolder ?? projectFolder, 'scripts', 'belfry')].map(resolved);
  return folders.some((folder) => {
    const found = resolved(join(folder, 'belfry'));
    return found !== undefined && own.includes(found);
  });
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
