import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import description from '../../../package.json' with { type: 'json' };
import { installationFolder, projectFolder } from './project-folder.ts';

/** What an archive of a release says about itself, in its file `release.json`. */
export type Release = {
  version: string;
  /** As in `process.platform` and `process.arch`: linux-x64. */
  platform: string;
  /** When it was released: ISO text in UTC. */
  releasedAt: string;
  /** The names of all migrations it knows, in order. */
  migrations: string[];
};

/** What the unpacked release in the folder says about itself. Throws when it is none. */
export function readRelease(folder: string): Release {
  return JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Release;
}

/** The release that this process runs; undefined in a checkout. */
export const runningRelease = installationFolder ? readRelease(projectFolder) : undefined;

/** The version of the release; in a checkout that of package.json, in a build of it that of the build. */
export function versionOfBelfry(): string {
  return runningRelease?.version ?? description.version;
}
