/** A checkout that was upgraded to a release: from then on, each start of it starts the release. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installationFolder, projectFolder } from '#app/platform/command-line/project-folder.ts';
import { areStartsPaused } from '#app/platform/database/paused-starts.server.ts';

/** Whether this process runs a checkout in whose folder a release is installed. */
export function isSuperseded(): boolean {
  return !installationFolder && existsSync(join(projectFolder, 'current'));
}

/** This process becomes the release's launcher, with the same id, output and environment. */
export function becomeRelease(environment: NodeJS.ProcessEnv): never {
  const launcher = join(projectFolder, 'belfry');
  // Only Windows has none, for which there are no releases.
  if (!process.execve) throw new Error(`This site was upgraded to a release. Start it: ${launcher} start`);
  return process.execve(launcher, [launcher, 'start'], environment);
}

/**
 * A site that was started by hand from a checkout is started again by no one: when `belfry upgrade` ends it, it becomes
 * the release. systemd starts it again itself.
 */
export function followUpgrade(dataFolder: string, environment: NodeJS.ProcessEnv): void {
  if (installationFolder || environment.INVOCATION_ID) return;
  process.once('exit', (code) => {
    if (code === 0 && areStartsPaused(dataFolder) && isSuperseded()) becomeRelease(environment);
  });
}
