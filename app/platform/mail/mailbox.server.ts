/** The only importer of imapflow, which is loaded when it is needed: it takes a quarter of a second. */
import type { ImapFlow } from 'imapflow';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** Enough for what mail servers write, and for the headers of a returned email. */
export const START_BYTES = 256 * 1024;

/** Why the mailbox could not be read. */
type UnreadableMailbox = 'unreachable' | 'unsafe' | 'login' | 'missing';

const wordsOf = (variable: string): Record<UnreadableMailbox, string> => ({
  unreachable: `The mailbox’s server does not respond. Check ${variable} and that the server is running.`,
  unsafe: 'The connection to the mailbox is not secure. It needs STARTTLS or imaps and a valid certificate.',
  login: `The mailbox’s server rejected the user name or password in ${variable}.`,
  missing: `The server has no such mailbox. Check the path in ${variable}.`,
});

/** `message` is for the administrator, and names neither user nor password; `reply` is the server's text. */
export class MailboxError extends Error {
  override name = 'MailboxError';
  readonly trouble: UnreadableMailbox;
  readonly reply: string;

  constructor(trouble: UnreadableMailbox, reply: string, variable = 'IMAP_URL') {
    super(wordsOf(variable)[trouble]);
    this.trouble = trouble;
    this.reply = reply;
  }
}

export type MailboxWay = {
  imapUrl: string;
  /** The variable that has this address; `IMAP_URL` by default. */
  variable?: 'IMAP_URL' | 'TIPS_IMAP_URL';
  /** As much is read of each message; `START_BYTES` by default. */
  maxBytes?: number;
  /** Timeouts of connecting, of one response, and of everything. */
  connectMs?: number;
  responseMs?: number;
  totalMs?: number;
};

/** An open mailbox. All methods throw MailboxError. */
export type Mailbox = {
  /** Changes when the server numbers the messages again (RFC 3501, section 2.3.1.1). */
  uidValidity: string;
  messages: number;
  /** The numbers of the unseen messages after `uid`, in order, of those that arrived since the instant. */
  listUnseen: (uid: number, since: number) => Promise<number[]>;
  /** The beginnings of the messages, each at most `maxBytes`. What was deleted meanwhile is left out. */
  readStarts: (uids: number[]) => Promise<{ uid: number; raw: Buffer }[]>;
  markSeen: (uids: number[]) => Promise<void>;
};

/**
 * Opens the mailbox for `work` and closes it afterwards. When `signal` fires, the connection is closed. Throws
 * MailboxError, and what `work` throws.
 */
export async function withMailbox<Result>(
  way: MailboxWay,
  signal: AbortSignal,
  work: (mailbox: Mailbox) => Promise<Result>,
): Promise<Result> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({ ...connectionOf(way), logger: false, disableAutoIdle: true });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(way.totalMs ?? 4 * MINUTE_MS)]);
  const cut = () => client.close();
  limit.addEventListener('abort', cut);
  // Errors after the end of a conversation need a listener, too.
  client.on('error', () => undefined);
  try {
    limit.throwIfAborted();
    const mailbox = await attempt(way, () => open(client, way));
    const result = await work(mailbox);
    await client.logout().catch(cut);
    return result;
  } catch (error) {
    throw limit.aborted && !signal.aborted
      ? new MailboxError('unreachable', 'it took too long', way.variable)
      : error;
  } finally {
    limit.removeEventListener('abort', cut);
    client.close();
  }
}

/** Opens the mailbox and changes nothing. Returns how many messages it has. Throws MailboxError. */
export function checkMailbox(way: MailboxWay): Promise<number> {
  const limits = { connectMs: 10_000, responseMs: 10_000, totalMs: 30_000, ...way };
  return withMailbox(limits, new AbortController().signal, async ({ messages }) => messages);
}

async function open(client: ImapFlow, way: MailboxWay): Promise<Mailbox> {
  await client.connect();
  const { uidValidity, exists } = await client.mailboxOpen(folderOf(way.imapUrl));
  return {
    uidValidity: String(uidValidity),
    messages: exists,
    listUnseen: (uid, since) =>
      attempt(way, async () => {
        const found = await client.search(
          { seen: false, since: new Date(since), uid: `${uid + 1}:*` },
          { uid: true },
        );
        // The range always contains the last message (RFC 3501, section 6.4.8).
        return (found || []).filter((number) => number > uid).sort((a, b) => a - b);
      }),
    readStarts: (uids) =>
      attempt(way, async () => {
        const query = { uid: true, source: { start: 0, maxLength: way.maxBytes ?? START_BYTES } };
        const found = await client.fetchAll(uids.join(','), query, { uid: true });
        return found.flatMap(({ uid, source }) => (source ? [{ uid, raw: source }] : []));
      }),
    markSeen: (uids) =>
      attempt(
        way,
        async () => void (await client.messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true })),
      ),
  };
}

async function attempt<Result>({ variable }: MailboxWay, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new MailboxError(...troubleOf(error), variable);
  }
}

type ImapError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
  responseText?: string;
  tlsFailed?: boolean;
};

function troubleOf(error: unknown): [trouble: UnreadableMailbox, reply: string] {
  const { message = '', code = '', responseText, ...facts } = error as ImapError;
  const reply = (responseText || message).replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 300);
  if (facts.authenticationFailed) return ['login', reply];
  if (facts.tlsFailed || /TLS|CERT|SSL|SELF_SIGNED/i.test(`${code} ${message}`)) return ['unsafe', reply];
  if (facts.mailboxMissing || responseText) return ['missing', reply];
  return ['unreachable', reply];
}

function folderOf(imapUrl: string): string {
  return decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX';
}

/**
 * How to connect. A password is never sent unencrypted: on another machine it needs imaps or STARTTLS with a valid
 * certificate. A server on this machine may have a self-signed one.
 */
export function connectionOf({
  imapUrl,
  maxBytes = START_BYTES,
  connectMs = 10_000,
  responseMs = MINUTE_MS,
}: MailboxWay) {
  const { protocol, hostname, port, username, password } = new URL(imapUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'imaps:';
  const isLocal = host === 'localhost' || host === '::1' || /^127\./.test(host);
  return {
    host,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    ...(secure || isLocal ? {} : { doSTARTTLS: true }),
    tls: isLocal && !secure ? { rejectUnauthorized: false } : {},
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: responseMs,
    maxLiteralSize: 2 * maxBytes,
    maxResponseSize: Math.max(16 * 1024 * 1024, 2 * maxBytes),
  };
}
