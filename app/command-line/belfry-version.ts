import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './project-folder.ts';

let version: string | undefined;

/** The version in package.json, read once. */
export function versionOfBelfry(): string {
  version ??= (JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string })
    .version;
  return version;
}
