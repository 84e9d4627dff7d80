/** The only reader of the environment. */
import { type DkimKey, readDkimKey } from '#app/platform/mail/dkim-key.server.ts';
import { parseAllowedAddresses } from '#app/platform/outbound/allowed-addresses.ts';
import { type Bucket, parseBucket } from '#app/platform/storage/bucket.server.ts';
import { dataFolderOf, withKeptEnvironment } from './kept-environment.server.ts';
import { GOOGLE_ISSUER, variables } from './variables.server.ts';

export type Settings = {
  port: number;
  host: string;
  /** Public origin without a trailing slash. */
  url: string;
  dataFolder: string;
  databaseUrl: string | undefined;
  workers: number;
  secret: string | undefined;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Whether an empty database gets the sample town. */
  loadDemo: boolean;
  /** Whether a missing database may be created in a folder that is in use. */
  startEmpty: boolean;
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** The mailbox with bounces of the newsletter. */
  imapUrl: string | undefined;
  /** The mailbox whose emails become suggestions. */
  tipsImapUrl: string | undefined;
  /** Signs all emails for the domain of their sender. */
  dkim: DkimKey | undefined;
  /** Where a second copy of each backup goes, in addition to the folder in Settings. */
  backupBucket: Bucket | undefined;
  /** Called after each backup that the site has made without a problem. */
  backupPingUrl: string | undefined;
  /** Where the files of pictures are; in the data folder without it. */
  mediaBucket: Bucket | undefined;
  /** Private addresses, as `host:port`, that the site may send requests to. */
  fetchAllow: string[];
  trustProxy: number;
  /** Whether browsers must use https for all subdomains, too. */
  hstsSubdomains: boolean;
  logLevel: string;
  production: boolean;
};

type Environment = Record<string, string | undefined>;

/**
 * An invalid configuration. The message is one line: the variable, its problem and an example; never a secret's value.
 */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Settings from the environment, and from the file `environment` in the data folder for what that does not set,
 * validated. Empty values count as unset. Throws SettingsError at the first problem.
 */
export function readSettings(given: Environment): Settings {
  const environment = readEnvironment(given);
  refuseDropped(environment);
  const values = checkedValues(environment);
  const production = environment.NODE_ENV === 'production';
  const port = Number(values.PORT ?? 3000);
  const databaseUrl = values.DATABASE_URL;
  refuseHalfPairs(values);
  return {
    port,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    url: new URL(values.BELFRY_URL ?? `http://localhost:${port}`).origin,
    dataFolder: dataFolderOf(environment),
    databaseUrl,
    workers: Number(values.BELFRY_WORKERS ?? 1),
    secret: values.BELFRY_SECRET,
    adminEmail: values.BELFRY_ADMIN_EMAIL?.toLowerCase(),
    adminPassword: values.BELFRY_ADMIN_PASSWORD,
    loadDemo: values.BELFRY_DEMO ? values.BELFRY_DEMO === '1' : !production && !databaseUrl,
    startEmpty: values.BELFRY_START_EMPTY === '1',
    google: googleOf(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    imapUrl: values.IMAP_URL,
    tipsImapUrl: values.TIPS_IMAP_URL,
    dkim: dkimOf(values),
    mediaBucket: values.MEDIA_URL ? parseBucket(values.MEDIA_URL) : undefined,
    backupBucket: values.BACKUP_BUCKET_URL ? parseBucket(values.BACKUP_BUCKET_URL) : undefined,
    backupPingUrl: values.BACKUP_PING_URL,
    fetchAllow: parseAllowedAddresses(values.FETCH_ALLOW ?? '') ?? [],
    trustProxy: Number(values.TRUST_PROXY ?? 0),
    hstsSubdomains: values.BELFRY_HSTS_SUBDOMAINS === '1',
    logLevel: values.LOG_LEVEL ?? 'info',
    production,
  };
}

/**
 * The environment with what the data folder's file `environment` sets in addition. Throws SettingsError when other users
 * can read that file.
 */
export function readEnvironment(given: Environment): Environment {
  return withKeptEnvironment(given, (problem) => {
    throw new SettingsError(problem);
  });
}

function checkedValues(environment: Environment): Environment {
  const values: Environment = {};
  for (const variable of variables) {
    const value = environment[variable.name]?.trim();
    if (!value) continue;
    const problem = variable.problem(value);
    if (problem)
      throw new SettingsError(`${variable.name} ${problem}. Example: ${variable.name}=${variable.example}`);
    values[variable.name] = value;
  }
  return values;
}

/** Variables of earlier versions, with what to do instead. */
const dropped: Record<string, string> = {
  DATABASE_REPLICA_URL:
    'is no longer used. All queries go to the primary. Remove the variable. For failover, list all servers in DATABASE_URL. Example: DATABASE_URL=postgres://belfry:password@one,two/belfry',
};

function refuseDropped(environment: Environment): void {
  for (const [name, remedy] of Object.entries(dropped))
    if (environment[name]?.trim()) throw new SettingsError(`${name} ${remedy}`);
}

function refuseHalfPairs(values: Environment): void {
  if (values.DATABASE_URL && !values.BELFRY_SECRET) {
    throw new SettingsError(
      'BELFRY_SECRET is required with DATABASE_URL, the same on every node. Example: BELFRY_SECRET=the output of: openssl rand -hex 32',
    );
  }
  if (values.BELFRY_ADMIN_PASSWORD && !values.BELFRY_ADMIN_EMAIL) {
    throw new SettingsError(
      'BELFRY_ADMIN_PASSWORD requires BELFRY_ADMIN_EMAIL. Example: BELFRY_ADMIN_EMAIL=editor@maplehollow.example',
    );
  }
  if (Boolean(values.GOOGLE_CLIENT_ID) !== Boolean(values.GOOGLE_CLIENT_SECRET)) {
    const missing = values.GOOGLE_CLIENT_ID ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID';
    throw new SettingsError(
      `${missing} is missing: Google sign-in requires both the client id and the client secret. Example: ${missing}=${variables.find((v) => v.name === missing)?.example}`,
    );
  }
}

function googleOf(values: Environment): Settings['google'] {
  const {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer = GOOGLE_ISSUER,
  } = values;
  return clientId && clientSecret ? { clientId, clientSecret, issuer: issuer.replace(/\/$/, '') } : undefined;
}

function dkimOf({ DKIM_KEY: key, DKIM_SELECTOR: selector = 'belfry' }: Environment): DkimKey | undefined {
  return key ? { privateKey: readDkimKey(key), selector } : undefined;
}
