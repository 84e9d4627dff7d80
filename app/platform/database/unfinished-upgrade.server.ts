/**
 * What a later `belfry upgrade` has to know about one that was killed after its version became the one that starts. In a
 * file, because the later one is a process of the new version.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type UnfinishedUpgrade = {
  /** Absent when it was a checkout. */
  from?: string | undefined;
  to: string;
  /** Whether a site was running before, and so is to run again. */
  wasRunning: boolean;
  /** Whether it replaces the database. */
  isMigrating: boolean;
};

const FILE = '.upgrade-unfinished';

/** From now on, until `endUpgrade`, the upgrade is unfinished, also after a power loss. */
export function beginUpgrade(dataFolder: string, upgrade: UnfinishedUpgrade): void {
  writeFileSync(join(dataFolder, FILE), JSON.stringify(upgrade), { mode: 0o600, flush: true });
}

/** The upgrade is done or undone. A site that is ready says so, too: going back would lose what is saved from then on. */
export function endUpgrade(dataFolder: string): void {
  rmSync(join(dataFolder, FILE), { force: true });
}

export function findUnfinishedUpgrade(dataFolder: string): UnfinishedUpgrade | undefined {
  try {
    return JSON.parse(readFileSync(join(dataFolder, FILE), 'utf8')) as UnfinishedUpgrade;
  } catch {
    return undefined;
  }
}
