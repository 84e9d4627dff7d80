import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, type Settings } from '#app/settings.server.ts';
import { explainFailure } from '../server/explain-failure.ts';
import { checkPostgres, checkSqlite } from './doctor-database.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';
import { checkMail } from './doctor-mail.ts';

const LEAST_NODE = 26;
const LEAST_FREE_MIB = 512;

/** Everything `doctor` looks at, one after the other. Changes nothing. Never throws. */
export async function* listFindings(
  environment: Record<string, string | undefined>,
): AsyncGenerator<Finding> {
  yield checkNode(process.versions.node);
  const settings = readSettingsOrProblem(environment);
  if ('level' in settings) {
    yield settings;
    return;
  }
  yield ok('The settings are valid');
  yield checkAddress(settings);
  if (!settings.databaseUrl) yield* checkDataFolder(settings.dataFolder);
  yield settings.secret ? ok('The secret is set by BELFRY_SECRET') : checkSecretFile(settings.dataFolder);
  yield* checkMail(settings);
  yield* settings.databaseUrl ? checkPostgres(settings.databaseUrl) : checkSqlite(settings.dataFolder);
}

function checkNode(version: string): Finding {
  return Number.parseInt(version, 10) >= LEAST_NODE
    ? ok(`Node ${version}`)
    : problem(
        `Node ${version} is too old: ${LEAST_NODE} or newer is needed. Run this by: npm run belfry -- doctor`,
      );
}

function readSettingsOrProblem(environment: Record<string, string | undefined>): Settings | Finding {
  try {
    return readSettings(environment);
  } catch (error) {
    return problem(explainFailure(error));
  }
}

/** Over plain http passwords and session cookies travel readable. */
function checkAddress({ url }: Settings): Finding {
  const { protocol, hostname } = new URL(url);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  if (protocol === 'https:' || isLoopback) return ok(`The public address is ${url}`);
  return warning(
    `${url} is not https: passwords travel readable. Put a proxy with a certificate in front and set BELFRY_URL=https://…`,
  );
}

function* checkDataFolder(folder: string): Generator<Finding> {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) {
    yield problem(
      `There is no data folder ${folder}. Start the site once, or name the right one: BELFRY_DATA=…`,
    );
    return;
  }
  yield checkWritable(folder);
  yield checkPrivate(folder, stats.mode, 'chmod 700');
  const { bavail, bsize } = statfsSync(folder);
  const freeMib = Math.floor((bavail * bsize) / 1024 ** 2);
  yield freeMib >= LEAST_FREE_MIB
    ? ok(`${freeMib} MiB are free for the data folder`)
    : warning(`Only ${freeMib} MiB are free for the data folder. Free some space before saving fails`);
}

function checkWritable(folder: string): Finding {
  const probe = join(folder, `.doctor-${randomBytes(8).toString('hex')}`);
  try {
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
    rmSync(probe);
    return ok(`The data folder ${folder} is writable`);
  } catch (error) {
    return problem(explainFailure(error));
  }
}

function checkSecretFile(folder: string): Finding {
  const file = join(folder, 'secret');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats)
    return warning(`There is no ${file}. The next start makes one, and everybody has to log in anew`);
  return checkPrivate(file, stats.mode, 'chmod 600');
}

/** Windows has no such bits and reports everything as readable by all. */
function checkPrivate(path: string, mode: number, remedy: string): Finding {
  return process.platform === 'win32' || (mode & 0o077) === 0
    ? ok(`Only its owner can read ${path}`)
    : problem(`Others on this machine can read ${path}. Run: ${remedy} ${path}`);
}
