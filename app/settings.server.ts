/** The only reader of the environment: one table, from which docs/configuration.md is generated. */
import { resolve } from 'node:path';
import { isEmailAddress } from '#app/mail/email-address.ts';
import { listPostgresServers } from '#app/postgres/postgres-address.ts';
import { type Bucket, parseBucket } from '#app/storage/bucket.server.ts';

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
  /** Where a second copy of each backup goes, in addition to the folder in Settings. */
  backupBucket: Bucket | undefined;
  /** Where the files of pictures are; in the data folder without it. */
  mediaBucket: Bucket | undefined;
  trustProxy: number;
  /** Whether browsers must use https for all subdomains, too. */
  hstsSubdomains: boolean;
  logLevel: string;
  production: boolean;
};

type Environment = Record<string, string | undefined>;

export type Variable = {
  name: string;
  meaning: string;
  /** As the documentation shows it. */
  default: string;
  example: string;
  secret?: boolean;
  /** The problem with a value; undefined when it is valid. */
  problem: (value: string) => string | undefined;
};

const GOOGLE = 'https://accounts.google.com';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export const variables: Variable[] = [
  {
    name: 'PORT',
    meaning: 'Port to listen on',
    default: '3000',
    example: '8080',
    problem: wholeNumber(0, 65535),
  },
  {
    name: 'HOST',
    meaning: 'Address to listen on',
    default: '127.0.0.1; 0.0.0.0 if NODE_ENV=production',
    example: '0.0.0.0',
    problem: hostName,
  },
  {
    name: 'BELFRY_URL',
    meaning: 'Public origin of the site, for links, feeds, emails and cookies',
    default: 'http://localhost:$PORT',
    example: 'https://maplehollow.example',
    problem: origin,
  },
  {
    name: 'BELFRY_DATA',
    meaning: 'Folder for the database, the secret, backups, and emails if there is no mail server',
    default: './data',
    example: '/var/lib/belfry',
    problem: nonEmpty,
  },
  {
    name: 'DATABASE_URL',
    meaning:
      'PostgreSQL database; several servers are separated by commas, and the site uses the primary. If unset, the site uses SQLite in the data folder',
    default: 'unset',
    example: 'postgres://belfry:password@one,two/belfry',
    secret: true,
    problem: postgresUrl,
  },
  {
    name: 'BELFRY_WORKERS',
    meaning: 'Number of processes that share the port',
    default: '1',
    example: '2',
    problem: wholeNumber(1, 64),
  },
  {
    name: 'BELFRY_SECRET',
    meaning:
      'Secret for signing. Required with PostgreSQL. With SQLite, if unset, the site generates one in the data folder',
    default: 'generated on the first start',
    example: 'the output of: openssl rand -hex 32',
    secret: true,
    problem: atLeast(32),
  },
  {
    name: 'BELFRY_ADMIN_EMAIL',
    meaning: 'Email address of the administrator. If unset, it is entered on the setup page',
    default: 'unset',
    example: 'editor@maplehollow.example',
    problem: emailAddress,
  },
  {
    name: 'BELFRY_ADMIN_PASSWORD',
    meaning:
      'Password of the administrator that the site creates at startup if there is none. Never replaces a password. Requires BELFRY_ADMIN_EMAIL',
    default: 'unset',
    example: 'a sentence of twelve characters or more',
    secret: true,
    problem: atLeast(12),
  },
  {
    name: 'BELFRY_DEMO',
    meaning: 'Whether the sample town is loaded into an empty database: 1 or 0',
    default: '1; 0 if NODE_ENV=production or DATABASE_URL is set',
    example: '0',
    problem: oneOf(['0', '1']),
  },
  {
    name: 'BELFRY_START_EMPTY',
    meaning:
      'Whether to create a new database in a data folder with a secret or backups but no database: 1 or 0. Set it for one start only',
    default: '0',
    example: '1',
    problem: oneOf(['0', '1']),
  },
  {
    name: 'GOOGLE_CLIENT_ID',
    meaning: 'Client ID for Google login. Requires GOOGLE_CLIENT_SECRET',
    default: 'unset',
    example: '1234.apps.googleusercontent.com',
    problem: nonEmpty,
  },
  {
    name: 'GOOGLE_CLIENT_SECRET',
    meaning: 'Client secret for Google login. Requires GOOGLE_CLIENT_ID',
    default: 'unset',
    example: 'GOCSPX-…',
    secret: true,
    problem: nonEmpty,
  },
  {
    name: 'GOOGLE_ISSUER',
    meaning: 'OpenID issuer of Google login. Change it only for tests',
    default: GOOGLE,
    example: 'http://localhost:4000',
    problem: httpUrl,
  },
  {
    name: 'SMTP_URL',
    meaning: 'Mail server. If unset, emails are written to the data folder as .eml files',
    default: 'unset',
    example: 'smtps://user:password@mail.example:465',
    secret: true,
    problem: smtpUrl,
  },
  {
    name: 'MAIL_FROM',
    meaning: 'Sender of emails: an address, or a name followed by an address in angle brackets',
    default: 'no-reply at the host of BELFRY_URL',
    example: 'Maple Hollow Commons <news@maplehollow.example>',
    problem: sender,
  },
  {
    name: 'BACKUP_BUCKET_URL',
    meaning: 'S3-compatible bucket for a copy of each backup, with its key',
    default: 'unset',
    example: 'https://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/belfry?region=eu-central-1',
    secret: true,
    problem: bucketUrl,
  },
  {
    name: 'MEDIA_URL',
    meaning: 'S3-compatible bucket for the files of pictures, with its key',
    default: 'the folder media in BELFRY_DATA',
    example: 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/belfry?region=eu-central-1',
    secret: true,
    problem: mediaUrl,
  },
  {
    name: 'TRUST_PROXY',
    meaning:
      'Number of trusted reverse proxies in front of the site, which report client addresses and https',
    default: '0',
    example: '1',
    problem: wholeNumber(0, 10),
  },
  {
    name: 'BELFRY_HSTS_SUBDOMAINS',
    meaning: 'Whether browsers must use https for all subdomains too, if the origin is https: 1 or 0',
    default: '1',
    example: '0',
    problem: oneOf(['0', '1']),
  },
  {
    name: 'LOG_LEVEL',
    meaning: 'Least severe level that is logged',
    default: 'info',
    example: 'debug',
    problem: oneOf(LOG_LEVELS),
  },
];

/**
 * An invalid configuration. The message is one line: the variable, its problem and an example; never a secret's value.
 */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Settings from the environment, validated. Empty values count as unset. Throws SettingsError at the first problem. */
export function readSettings(environment: Environment): Settings {
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
    dataFolder: resolve(values.BELFRY_DATA ?? './data'),
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
    mediaBucket: values.MEDIA_URL ? parseBucket(values.MEDIA_URL) : undefined,
    backupBucket: values.BACKUP_BUCKET_URL ? parseBucket(values.BACKUP_BUCKET_URL) : undefined,
    trustProxy: Number(values.TRUST_PROXY ?? 0),
    hstsSubdomains: values.BELFRY_HSTS_SUBDOMAINS !== '0',
    logLevel: values.LOG_LEVEL ?? 'info',
    production,
  };
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
    GOOGLE_ISSUER: issuer = GOOGLE,
  } = values;
  return clientId && clientSecret ? { clientId, clientSecret, issuer: issuer.replace(/\/$/, '') } : undefined;
}

type Check = (value: string) => string | undefined;

/** An invalid value for printing: on one line, and without a password that it may contain by mistake. */
function quote(value: string): string {
  const shown = value.replace(/\p{Cc}+/gu, ' ').replace(/\/\/[^/]*@/, '//…@');
  return `"${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}"`;
}

function wholeNumber(least: number, most: number): Check {
  return (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}, not ${quote(value)}`;
}

function oneOf(choices: string[]): Check {
  return (value) =>
    choices.includes(value) ? undefined : `must be one of ${choices.join(', ')}, not ${quote(value)}`;
}

function atLeast(length: number): Check {
  return (value) => (value.length >= length ? undefined : `must have at least ${length} characters`);
}

function nonEmpty(value: string): string | undefined {
  return value ? undefined : 'must not be empty';
}

function hostName(value: string): string | undefined {
  return /^[A-Za-z0-9.:_[\]-]+$/.test(value)
    ? undefined
    : `must be a host name or an address, not ${quote(value)}`;
}

function origin(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) return `must be an http or https address, not ${quote(value)}`;
  return url.pathname === '/' && !url.search && !url.hash && !url.username
    ? undefined
    : `must be an origin without a path, not ${quote(value)}`;
}

function httpUrl(value: string): string | undefined {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '')
    ? undefined
    : `must be an http or https address, not ${quote(value)}`;
}

function postgresUrl(value: string): string | undefined {
  return listPostgresServers(value).length > 0 ? undefined : 'must be a postgres:// address';
}

function smtpUrl(value: string): string | undefined {
  return /^smtps?:$/.test(URL.parse(value)?.protocol ?? '')
    ? undefined
    : 'must be an smtp:// or smtps:// address';
}

function bucketUrl(value: string): string | undefined {
  return parseBucket(value)
    ? undefined
    : 'must be an https address with a key, a secret and the name of a bucket';
}

function mediaUrl(value: string): string | undefined {
  return value.startsWith('s3://') && parseBucket(value)
    ? undefined
    : 'must be an s3:// address with a key, a secret, a host and the name of a bucket';
}

function emailAddress(value: string): string | undefined {
  return isEmailAddress(value) ? undefined : 'must be an email address';
}

function sender(value: string): string | undefined {
  const address = /<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return (
    emailAddress(address.trim()) && 'must be an email address, or a name and an address in angle brackets'
  );
}
