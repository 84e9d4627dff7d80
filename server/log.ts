import { createHmac } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Opens the log. An email address in it becomes a keyed hash: the same for the same person, so that lines can be
 * connected, and anonymous without `secret`. Without `destination` it writes to standard output.
 */
export function openLog(level: string, secret: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describeError },
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    hooks: { streamWrite: cleanerWith(secret) },
  };
  return destination ? pino(options, destination) : pino(options);
}

const SECRET_FIELDS = [
  'password',
  'token',
  'cookie',
  'authorization',
  'secret',
  'body',
  'email',
  'recipient',
];

type Described = { type: string; message: string; code?: unknown; stack?: string | undefined };

/** A limit, because databases add whole rows to their errors. */
function describeError(error: unknown): Described | unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return { type: name, message, code: code ?? errcode, stack };
}

const ADDRESS = /[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+/g;

/** In the order they are applied: fields that contain secrets, then text that looks like one. */
const SECRETS: [RegExp, string][] = [
  [/\/\/[^\s/@"]{1,500}@/g, '//…@'],
  [/\$argon2\w*\$[^\s"]+/g, '$argon2…'],
  [/\b((?:__Host-)?belfry[\w-]*)=[^;\s"\\]+/g, '$1=…'],
  [/\b(token|code|state|password|secret|nonce)=[^&\s"\\]+/gi, '$1=…'],
  [/blf_[\w-]+/g, 'blf_…'],
  [/[A-Za-z0-9_-]{40,}/g, '…'],
];

function cleanerWith(secret: string): (line: string) => string {
  const hashOf = (address: string) =>
    `person:${createHmac('sha256', secret).update(address.toLowerCase()).digest('hex').slice(0, 12)}`;
  return (line) => {
    let clean = line;
    for (const [pattern, replacement] of SECRETS) clean = clean.replace(pattern, replacement);
    return clean.replace(ADDRESS, hashOf);
  };
}

/** The lines of the log as text for developers: the time, the level, the message, other fields, and an error's stack. */
export function readableLog(write: (text: string) => void): DestinationStream {
  return { write: (line) => write(`${readable(JSON.parse(line))}\n`) };
}

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'ERROR', 60: 'FATAL' };

type Line = { level: number; time: number; msg?: string; err?: { message?: string; stack?: string } };

function readable({ level, time, msg = '', err, ...others }: Line & Record<string, unknown>): string {
  const { pid: _pid, hostname: _hostname, ...facts } = others;
  const fields = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const head = [new Date(time).toISOString().slice(11, 19), LEVELS[level] ?? level, msg, ...fields].join(' ');
  return err ? `${head}\n${err.stack ?? err.message ?? JSON.stringify(err)}` : head;
}
