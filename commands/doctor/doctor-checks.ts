import { Resolver } from 'node:dns/promises';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { explainError } from '../../server/explain-error.ts';
import { checkBackups, checkBucket } from './doctor-backup.ts';
import { serversElsewhere } from './doctor-blocked-mail.ts';
import { checkPostgres, checkSqlite } from './doctor-database.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';
import { checkDataFolder, checkSecretFile } from './doctor-folder.ts';
import { checkMail, checkMailboxes, checkMailDns } from './doctor-mail.ts';
import { checkSite, checkSurroundings, checkVariables } from './doctor-surroundings.ts';
import { checkRunningVersion, checkVersion } from './doctor-version.ts';

const LEAST_NODE = 26;

/** Everything `doctor` checks, in order. Changes nothing. Never throws. `now` is UTC epoch milliseconds. */
export async function* listFindings(
  environment: Record<string, string | undefined>,
  now: number,
): AsyncGenerator<Finding> {
  yield checkVersion(now);
  yield checkNode(process.versions.node);
  const settings = readSettingsOrProblem(environment);
  if ('level' in settings) {
    yield settings;
    return;
  }
  yield ok('settings', 'The settings are valid');
  yield* checkVariables(environment);
  yield checkAddress(settings);
  yield* checkSurroundings(settings, now);
  if (!settings.databaseUrl) {
    yield* checkDataFolder(settings.dataFolder);
    yield* checkRunningVersion(settings.dataFolder);
  }
  yield* checkSite(settings);
  yield settings.secret
    ? ok('secret', 'The secret is set in BELFRY_SECRET')
    : checkSecretFile(settings.dataFolder);
  if (!settings.databaseUrl) yield* checkBackups(settings.dataFolder, now);
  yield* checkMail(settings);
  yield* checkBucket(settings.backupBucket);
  yield* settings.databaseUrl ? checkPostgres(settings, now) : checkSqlite(settings, now);
}

/** What `doctor mail` checks: the mail server, and the DNS of the sender. */
export async function* listMailFindings(
  environment: Record<string, string | undefined>,
  resolver = new Resolver({ timeout: 5000, tries: 2 }),
  elsewhereOf = serversElsewhere,
): AsyncGenerator<Finding> {
  const settings = readSettingsOrProblem(environment);
  if ('level' in settings) {
    yield settings;
    return;
  }
  yield* checkMail(settings, elsewhereOf);
  yield* checkMailboxes(settings);
  yield* checkMailDns(settings, resolver);
}

function checkNode(version: string): Finding {
  return Number.parseInt(version, 10) >= LEAST_NODE
    ? ok('node', `Node ${version}`)
    : problem(
        'node',
        `Node ${version} is too old: ${LEAST_NODE} or newer is required. Run this with: ${commandLine('doctor')}`,
      );
}

function readSettingsOrProblem(environment: Record<string, string | undefined>): Settings | Finding {
  try {
    return readSettings(environment);
  } catch (error) {
    return problem('settings', explainError(error));
  }
}

/** Over plain http, passwords and session cookies are readable on the network. */
function checkAddress({ url }: Settings): Finding {
  const { protocol, hostname } = new URL(url);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  if (protocol === 'https:' || isLoopback) return ok('public-address', `The public address is ${url}`);
  return warning(
    'public-address',
    `${url} is not https, so passwords are sent unencrypted. Put a reverse proxy with a certificate in front and set BELFRY_URL=https://…`,
  );
}
