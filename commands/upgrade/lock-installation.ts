import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { versionsFolder } from '#app/platform/command-line/project-folder.ts';
import { FolderInUseError, lockDataFolder } from '#app/platform/database/data-folder-lock.server.ts';
import { CommandError } from '../command.ts';
import { installation, removeUnfinished } from './versions.ts';

/**
 * Runs `work` as the only upgrade of this installation; what a killed one has left is deleted first. Throws CommandError
 * when another one is running, or this user can't change the program.
 */
export async function withInstallation<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = lockVersions();
  // A lost connection of a terminal must not end it halfway.
  process.on('SIGHUP', ignore);
  try {
    removeUnfinished();
    return await work();
  } finally {
    process.off('SIGHUP', ignore);
    lock.release();
  }
}

function ignore(): void {}

function lockVersions() {
  try {
    mkdirSync(versionsFolder, { recursive: true, mode: 0o755 });
    const lock = lockDataFolder(versionsFolder, 'an upgrade');
    // The launcher reads it, which can be another user's.
    chmodSync(join(versionsFolder, '.lock-holder'), 0o644);
    return lock;
  } catch (error) {
    if (error instanceof FolderInUseError)
      throw new CommandError(
        `Another upgrade or rollback is running${/ \(process \d+\)/.exec(error.message)?.[0] ?? ''}. Wait until it is done.`,
      );
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new CommandError(
        `The disk with ${installation} is full. Free some space (df -h). Nothing was changed.`,
      );
    throw new CommandError(
      `The folder ${installation} can't be changed by this user. Run this command as its owner, or with sudo.`,
    );
  }
}
