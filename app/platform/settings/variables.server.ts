import {
  allowedAddresses,
  atLeast,
  bucketUrl,
  type Check,
  dkimKey,
  dnsLabel,
  emailAddress,
  hostName,
  httpUrl,
  imapUrl,
  mediaUrl,
  nonEmpty,
  oneOf,
  origin,
  postgresUrl,
  secretUrl,
  sender,
  smtpUrl,
  wholeNumber,
} from './variable-checks.server.ts';

export type Variable = {
  name: string;
  meaning: string;
  /** As the documentation shows it. */
  default: string;
  example: string;
  secret?: boolean;
  /** It belongs to the town and not to one machine: it can be handed over with it. */
  isTowns?: boolean;
  problem: Check;
};

/** The issuer unless GOOGLE_ISSUER names another. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';
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
    isTowns: true,
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
    isTowns: true,
    problem: atLeast(32),
  },
  {
    name: 'BELFRY_ADMIN_EMAIL',
    meaning: 'Email address of the administrator. If unset, it is entered on the set-up page',
    default: 'unset',
    example: 'editor@maplehollow.example',
    isTowns: true,
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
    isTowns: true,
    problem: nonEmpty,
  },
  {
    name: 'GOOGLE_CLIENT_SECRET',
    meaning: 'Client secret for Google login. Requires GOOGLE_CLIENT_ID',
    default: 'unset',
    example: 'GOCSPX-…',
    secret: true,
    isTowns: true,
    problem: nonEmpty,
  },
  {
    name: 'GOOGLE_ISSUER',
    meaning: 'OpenID issuer of Google login. Change it only for tests',
    default: GOOGLE_ISSUER,
    example: 'http://localhost:4000',
    isTowns: true,
    problem: httpUrl,
  },
  {
    name: 'SMTP_URL',
    meaning:
      'Mail server, or the HTTPS API of Mailgun (https://api:KEY@api.mailgun.net/v3/DOMAIN) or Resend (https://KEY@api.resend.com) where the ports of mail servers are blocked. If unset, emails are written to the data folder as .eml files',
    default: 'unset',
    example: 'smtps://user:password@mail.example:465',
    secret: true,
    isTowns: true,
    problem: smtpUrl,
  },
  {
    name: 'MAIL_FROM',
    meaning: 'Sender of emails: an address, or a name followed by an address in angle brackets',
    default: 'no-reply at the host of BELFRY_URL',
    example: 'Maple Hollow Commons <news@maplehollow.example>',
    isTowns: true,
    problem: sender,
  },
  {
    name: 'DKIM_KEY',
    meaning:
      'Private RSA key that signs all emails (DKIM): the key in PEM, with \\n for line breaks, or the name of its file. See docs/hosting.md for the DNS record',
    default: 'unset',
    example: '/etc/belfry-dkim.pem',
    secret: true,
    isTowns: true,
    problem: dkimKey,
  },
  {
    name: 'DKIM_SELECTOR',
    meaning: 'Selector of the DKIM key: its DNS record is at SELECTOR._domainkey of the domain of MAIL_FROM',
    default: 'belfry',
    example: 'belfry',
    isTowns: true,
    problem: dnsLabel,
  },
  {
    name: 'IMAP_URL',
    meaning:
      'Mailbox from which bounces and complaints about the newsletter are read every five minutes; special characters in user and password are percent-encoded',
    default: 'unset',
    example: 'imaps://user:password@mail.example/INBOX',
    secret: true,
    isTowns: true,
    problem: imapUrl,
  },
  {
    name: 'TIPS_IMAP_URL',
    meaning:
      'Mailbox whose unread emails become suggestions in the inbox, every five minutes; what was read is marked as read',
    default: 'unset',
    example: 'imaps://tips:password@mail.example/INBOX',
    secret: true,
    isTowns: true,
    problem: imapUrl,
  },
  {
    name: 'BACKUP_BUCKET_URL',
    meaning: 'S3-compatible bucket for a copy of each backup, with its key',
    default: 'unset',
    example: 'https://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/belfry?region=eu-central-1',
    secret: true,
    isTowns: true,
    problem: bucketUrl,
  },
  {
    name: 'BACKUP_PING_URL',
    meaning:
      'Address that is requested (GET) after each backup the site has made without a problem, for a monitor that raises an alarm when the request does not come. A private address must be in FETCH_ALLOW',
    default: 'unset',
    example: 'https://monitor.example/ping/belfry',
    secret: true,
    isTowns: true,
    problem: secretUrl,
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
    name: 'FETCH_ALLOW',
    meaning:
      'Private network addresses, separated by commas, that sources and pictures may be fetched from and that may be a WebSub hub or BACKUP_PING_URL. If unset, only public addresses are allowed',
    default: 'unset',
    example: '10.0.0.5:80,pictures.lan:8080',
    problem: allowedAddresses,
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
    default: '0',
    example: '1',
    isTowns: true,
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

const PREFIX = 'BELFRY_';
const MOST_MISTAKES = 3;

/** What to do about each variable that looks like one of Belfry's but is none: its value has no effect. */
export function listUnknownVariables(environment: Record<string, string | undefined>): string[] {
  const known = variables.map(({ name }) => name);
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  return unknown.sort().map((name) => {
    const meant = findNearest(name, known);
    const remedy = meant
      ? `Did you mean ${meant}?`
      : 'Remove it, or see docs/configuration.md for the valid names';
    return `There is no setting ${name}, so it has no effect. ${remedy}`;
  });
}

/** The known name with the fewest typing errors, also with a wrong prefix. */
function findNearest(typed: string, known: string[]): string | undefined {
  const candidates = known.map((name) => ({
    name,
    mistakes: Math.min(countMistakes(typed, name), countMistakes(typed.slice(PREFIX.length), name)),
  }));
  const [best] = candidates.sort((one, other) => one.mistakes - other.mistakes);
  return best && best.mistakes <= MOST_MISTAKES ? best.name : undefined;
}

/** The number of letters to add, remove or change (Levenshtein distance). */
function countMistakes(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= other.length; index++) {
      const changed = (row[index - 1] as number) + (letter === other[index - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[index] as number) + 1, (next[index - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
