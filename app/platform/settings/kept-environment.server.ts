/** The settings of a town that was handed over: a file in the data folder, for what the environment does not set. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnvironmentFile } from './environment-file.ts';
import { variables } from './variables.server.ts';

type Environment = Record<string, string | undefined>;

/** Where `restore` puts the settings of a town that was handed over with its secrets. */
export function keptEnvironmentFile(dataFolder: string): string {
  return join(dataFolder, 'environment');
}

/** The data folder that the environment names. */
export function dataFolderOf({ BELFRY_DATA }: Environment): string {
  return resolve(BELFRY_DATA?.trim() || './data');
}

/** The names of variables that belong to the town, whatever machine it is on. */
const townsOwn = new Set(variables.filter(({ isTowns }) => isTowns).map(({ name }) => name));

/**
 * The environment, and what the data folder's file `environment` sets in addition; a variable that is set in both has
 * the environment's value. The file can only set what belongs to the town. `refuse` is called with a sentence when other
 * users can read the file.
 */
export function withKeptEnvironment(
  environment: Environment,
  refuse: (problem: string) => never,
): Environment {
  const file = keptEnvironmentFile(dataFolderOf(environment));
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return environment;
  // Windows has no such bits and reports every file as readable by all.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    refuse(`${file} contains secrets, and other users can read it. Run: chmod 600 ${file}`);
  const kept = Object.entries(parseEnvironmentFile(readFileSync(file, 'utf8')));
  const set = Object.entries(environment).filter(([, value]) => value?.trim());
  return Object.fromEntries([...kept.filter(([name]) => townsOwn.has(name)), ...set]);
}

/** The variables that belong to the town, as the text of an environment file that `parseEnvironmentFile` reads. */
export function composeEnvironment(values: Environment): string {
  return variables
    .filter(({ name, isTowns }) => isTowns && values[name]?.trim())
    .map(({ name }) => `${name}=${quoted(values[name] as string)}\n`)
    .join('');
}

function quoted(value: string): string {
  return `"${value.trim().replace(/["\\`$]/g, '\\$&')}"`;
}
