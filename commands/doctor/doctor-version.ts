import { runningRelease, versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import { commandLine, startLine } from '#app/platform/command-line/command-line.ts';
import { findFolderHolder, SITE_HOLDER } from '#app/platform/database/data-folder-lock.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { type Finding, ok, warning } from './doctor-finding.ts';

/** After half a year without an upgrade, fixes of security problems are likely to be missing. */
const OLD_DAYS = 180;

/** Which version is installed and how old it is. `now` is UTC epoch milliseconds. */
export function checkVersion(now: number, release = runningRelease): Finding {
  if (!release) return ok('version', `Belfry ${versionOfBelfry()}, in a checkout`);
  const days = Math.max(0, Math.floor((now - Date.parse(release.releasedAt)) / DAY_MS));
  const what = `Belfry ${release.version} for ${release.platform}, released ${days === 1 ? '1 day' : `${days} days`} ago`;
  if (days < OLD_DAYS) return ok('version', what);
  return warning(
    'version',
    `${what}. If there is a newer version, install it: ${commandLine('upgrade ARCHIVE')}`,
  );
}

/** Whether the site on the data folder runs another version than this one. */
export function* checkRunningVersion(dataFolder: string, own = versionOfBelfry()): Generator<Finding> {
  const holder = findHolder(dataFolder);
  if (!holder?.version || !holder.what.startsWith(SITE_HOLDER) || holder.version === own) return;
  yield warning(
    'running-version',
    `The site is running Belfry ${holder.version}, and this is Belfry ${own}. Restart it: stop process ${holder.pid}, then run: ${startLine()}`,
  );
}

function findHolder(dataFolder: string) {
  try {
    return findFolderHolder(dataFolder);
  } catch {
    // The check of the folder gives the reason.
    return undefined;
  }
}
