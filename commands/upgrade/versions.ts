/**
 * The versions of an installation: folders in `versions`, and the link `current` to the one that runs. The newest two
 * are kept.
 */
import { existsSync, lstatSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  installationFolder,
  projectFolder,
  versionsFolder,
} from '#app/platform/command-line/project-folder.ts';

/** Beside `versions`: the folder of an unpacked release, or the checkout that becomes one. */
export const installation = installationFolder ?? projectFolder;

const CURRENT = join(installation, 'current');
const VERSION = /^\d+\.\d+\.\d+([-+][\w.+-]+)?$/;
/** Names of folders that are being unpacked begin with it. */
export const UNPACKING = '.unpacking-';

export function folderOf(version: string): string {
  return join(versionsFolder, version);
}

/** Those that are completely unpacked, oldest first. */
export function listVersions(): string[] {
  if (!existsSync(versionsFolder)) return [];
  return readdirSync(versionsFolder)
    .filter((name) => VERSION.test(name) && existsSync(join(folderOf(name), 'release.json')))
    .sort(compareVersions);
}

/** Which version the next start runs; undefined in a checkout. */
export function findCurrent(): string | undefined {
  return lstatSync(CURRENT, { throwIfNoEntry: false }) ? basename(readlinkSync(CURRENT)) : undefined;
}

/** There is a current version at every moment: the link is replaced in one step. */
export function switchTo(version: string | undefined): void {
  const link = `${CURRENT}.next`;
  rmSync(version === undefined ? CURRENT : link, { force: true });
  if (version === undefined) return;
  symlinkSync(join('versions', version), link);
  renameSync(link, CURRENT);
}

/** Deletes what a killed upgrade has left. */
export function removeUnfinished(): void {
  if (!existsSync(versionsFolder)) return;
  rmSync(`${CURRENT}.next`, { force: true });
  for (const name of readdirSync(versionsFolder))
    if (name.startsWith(UNPACKING)) rmSync(join(versionsFolder, name), { recursive: true, force: true });
}

/** Deletes all versions but these. */
export function removeOthers(kept: (string | undefined)[]): void {
  for (const version of listVersions())
    if (!kept.includes(version)) rmSync(folderOf(version), { recursive: true, force: true });
}

/** Like a comparator of `sort`: as semver.org orders versions, except that it knows only numbers and one suffix. */
export function compareVersions(one: string, other: string): number {
  const [[numbers = '', suffix], [others = '', otherSuffix]] = [one, other].map((text) =>
    text.split('-', 2),
  ) as [string[], string[]];
  const order = numbers.localeCompare(others, 'en', { numeric: true });
  if (order !== 0 || suffix === otherSuffix) return order;
  if (suffix === undefined) return 1;
  return otherSuffix === undefined ? -1 : suffix.localeCompare(otherSuffix, 'en', { numeric: true });
}
