/** The checks of values of environment variables. */
import { readDkimKey } from '#app/platform/mail/dkim-key.server.ts';
import { isEmailAddress } from '#app/platform/mail/email-address.ts';
import { isApiAddress, parseMailAccount } from '#app/platform/mail/mail-account.ts';
import { parseAllowedAddresses } from '#app/platform/outbound/allowed-addresses.ts';
import { listPostgresServers } from '#app/platform/postgres/postgres-address.ts';
import { parseBucket } from '#app/platform/storage/bucket.server.ts';

/** The problem with a value; undefined when it is valid. Never contains a password. */
export type Check = (value: string) => string | undefined;

/** An invalid value for printing: on one line, and without a password that it may contain by mistake. */
function quote(value: string): string {
  const shown = value.replace(/\p{Cc}+/gu, ' ').replace(/\/\/[^/]*@/, '//…@');
  return `"${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}"`;
}

export function wholeNumber(least: number, most: number): Check {
  return (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}, not ${quote(value)}`;
}

export function oneOf(choices: string[]): Check {
  return (value) =>
    choices.includes(value) ? undefined : `must be one of ${choices.join(', ')}, not ${quote(value)}`;
}

export function atLeast(length: number): Check {
  return (value) => (value.length >= length ? undefined : `must have at least ${length} characters`);
}

export function nonEmpty(value: string): string | undefined {
  return value ? undefined : 'must not be empty';
}

export function hostName(value: string): string | undefined {
  return /^[A-Za-z0-9.:_[\]-]+$/.test(value)
    ? undefined
    : `must be a host name or an address, not ${quote(value)}`;
}

export function origin(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) return `must be an http or https address, not ${quote(value)}`;
  return url.pathname === '/' && !url.search && !url.hash && !url.username
    ? undefined
    : `must be an origin without a path, not ${quote(value)}`;
}

export function httpUrl(value: string): string | undefined {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '')
    ? undefined
    : `must be an http or https address, not ${quote(value)}`;
}

/** The same for an address that is a secret. */
export function secretUrl(value: string): string | undefined {
  return httpUrl(value) && 'must be an http or https address';
}

export function postgresUrl(value: string): string | undefined {
  return listPostgresServers(value).length > 0 ? undefined : 'must be a postgres:// address';
}

export function smtpUrl(value: string): string | undefined {
  if (isApiAddress(value)) {
    const account = parseMailAccount(value);
    return 'problem' in account ? account.problem : undefined;
  }
  return /^smtps?:$/.test(URL.parse(value)?.protocol ?? '')
    ? undefined
    : 'must be an smtp:// or smtps:// address, or the https:// address of a provider';
}

export function imapUrl(value: string): string | undefined {
  const url = URL.parse(value);
  return url && /^imaps?:$/.test(url.protocol) && url.hostname && url.username && isDecodable(url)
    ? undefined
    : 'must be an imaps:// or imap:// address with a user and a password';
}

function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

export function bucketUrl(value: string): string | undefined {
  return parseBucket(value)
    ? undefined
    : 'must be an https address with a key, a secret and the name of a bucket';
}

export function mediaUrl(value: string): string | undefined {
  return value.startsWith('s3://') && parseBucket(value)
    ? undefined
    : 'must be an s3:// address with a key, a secret, a host and the name of a bucket';
}

export function allowedAddresses(value: string): string | undefined {
  return parseAllowedAddresses(value)
    ? undefined
    : `must be a list of hosts with their ports, separated by commas, not ${quote(value)}`;
}

export function emailAddress(value: string): string | undefined {
  return isEmailAddress(value) ? undefined : 'must be an email address';
}

export function sender(value: string): string | undefined {
  const address = /<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return (
    emailAddress(address.trim()) && 'must be an email address, or a name and an address in angle brackets'
  );
}

export function dkimKey(value: string): string | undefined {
  try {
    readDkimKey(value);
    return undefined;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return /^E[A-Z]+$/.test(code)
      ? `names a file that can't be read (${code})`
      : 'must be a private RSA key of at least 1024 bits in PEM, or the name of its file';
  }
}

export function dnsLabel(value: string): string | undefined {
  return /^[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/.test(value)
    ? undefined
    : `must be letters, digits, hyphens and dots, not ${quote(value)}`;
}
