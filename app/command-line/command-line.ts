/** How people type Belfry's commands on this machine. The only place that decides it; every message asks here. */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './project-folder.ts';

/** Where a host keeps commands for everybody. */
const COMMAND_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'];
const UNIT = '/etc/systemd/system/belfry.service';

let isInstalled = hasWrapper(COMMAND_FOLDERS);

/** What to type for a command of the operator's tool: `belfry doctor`, or `npm run belfry -- doctor` in a checkout. */
export function commandLine(words: string): string {
  return `${isInstalled ? 'belfry' : 'npm run belfry --'} ${words}`;
}

/** What to type to start the site, with settings for this one start in front where there are some: `PORT=8080`. */
export function startLine(settings = ''): string {
  if (!isInstalled) return `${settings} npm start`.trim();
  return settings || !existsSync(UNIT) ? `${settings} belfry start`.trim() : 'systemctl start belfry';
}

/** From now on commands are named as with the `belfry` wrapper, wherever it is installed. */
export function nameWrapper(): void {
  isInstalled = true;
}

/** Whether one of the folders has a `belfry` that is this project's own wrapper, and not another site's. */
export function hasWrapper(folders: string[]): boolean {
  const wrapper = resolved(join(projectFolder, 'scripts', 'belfry'));
  return wrapper !== undefined && folders.some((folder) => resolved(join(folder, 'belfry')) === wrapper);
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
