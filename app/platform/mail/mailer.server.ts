/** The only importer of nodemailer: composes messages, and sends them to the mail server. */
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { type DkimKey, parsedKeyOf } from './dkim-key.server.ts';
import { isRejection, mailErrorOf } from './mail-error.ts';
import { domainOf, hostOf, type Sender } from './mail-sender.ts';

/** A complete message with its sender and its one recipient: the same whether it is sent or written to a file. */
export type Message = { from: string; to: string; raw: Buffer };

type MessageContent = {
  from: Sender;
  to: string;
  /** Where bounces go, if not to the sender. */
  returnPath?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** Without the angle brackets. */
  messageId: string;
  /** UTC epoch milliseconds. */
  date: number;
  /** Further headers, each value one line of ASCII. */
  headers: Record<string, string>;
  /** Signs the message for the sender's domain (RFC 6376). */
  dkim?: DkimKey | undefined;
};

/** The message in the format of RFC 5322, signed if there is a key. */
export async function composeMessage(content: MessageContent): Promise<Message> {
  const { from, to, returnPath = from.address, dkim, date, messageId, headers, ...parts } = content;
  const composer = new MailComposer({
    ...parts,
    from,
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    date: new Date(date),
    headers: Object.entries(headers).map(([key, value]) => ({ key, value: { prepared: true, value } })),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  });
  const raw = await composer.compile().build();
  return { from: returnPath, to, raw: dkim ? await sign(raw, from.address, dkim) : raw };
}

/** RFC 8058 requires List-Unsubscribe and List-Unsubscribe-Post to be signed. */
const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID';

async function sign(raw: Buffer, address: string, { privateKey, selector }: DkimKey): Promise<Buffer> {
  const signer = new DKIM({
    domainName: domainOf(address),
    keySelector: selector,
    // A parsed key signs twice as fast; nodemailer passes it on as it is.
    privateKey: parsedKeyOf(privateKey) as unknown as string,
    headerFieldNames: SIGNED_HEADERS,
  });
  return buffer(signer.sign(raw));
}

/** Of one step of a conversation, and of an email that has a connection of its own. */
export const MOST_MS = MINUTE_MS;

export type SmtpWay = {
  smtpUrl: string;
  /** The public origin: its host is used in EHLO. */
  siteUrl: string;
  /** Timeouts of one response, and of the whole conversation. */
  connectMs?: number;
  totalMs?: number;
};

/** An open connection to the mail server, for one message after another. */
export type SmtpConnection = {
  /** False once it failed or the server closed it: then open another. */
  isOpen: () => boolean;
  limits: SmtpLimits;
  /**
   * Sends the message and returns the server's response. Throws MailError, whose `mayHaveArrived` says whether the
   * outcome is unknown. When `signal` fires, the connection is closed. Only one at a time.
   */
  send: (message: Message, signal: AbortSignal) => Promise<string>;
  /** Says goodbye, without waiting for the response. */
  close: () => void;
};

/** What the server said about itself. `size` is the largest message in bytes; undefined when it names none. */
export type SmtpLimits = { size: number | undefined; isEncrypted: boolean };

/** Connects and logs in. Throws MailError. */
export async function openSmtp(way: SmtpWay, signal: AbortSignal): Promise<SmtpConnection> {
  const { auth, ...options } = connectionOf(way);
  const connection = new SMTPConnection(options);
  const conversation = new Conversation(connection, way.totalMs ?? MOST_MS);
  await conversation
    .run(signal, () => connect(connection, auth))
    .catch((error: unknown) => {
      throw mailErrorOf(error);
    });
  let wasRefused = false;
  return {
    isOpen: () => !conversation.failure,
    limits: limitsOf(connection),
    async send({ from, to, raw }, cut) {
      const body = readOnce(raw);
      try {
        return await conversation.run(cut, async () => {
          if (wasRefused) await reset(connection);
          wasRefused = false;
          return transmit(connection, { from, to: [to], size: raw.length }, body.stream);
        });
      } catch (error) {
        wasRefused = isRejection(error);
        if (!wasRefused) conversation.end(error);
        throw mailErrorOf(error, body.hasBegun() && !wasRefused);
      }
    },
    close: () => connection.quit(),
  };
}

/** Connects and logs in, and sends nothing. Throws MailError. */
export async function checkSmtp(way: SmtpWay): Promise<SmtpLimits> {
  const connection = await openSmtp(way, new AbortController().signal);
  connection.close();
  return connection.limits;
}

/** Runs one step after another on a connection, each until it ends, fails, takes too long or is stopped. */
class Conversation {
  failure: unknown;
  #fail: (error: unknown) => void = () => undefined;
  readonly #connection: SMTPConnection;
  readonly #mostMs: number;

  constructor(connection: SMTPConnection, mostMs: number) {
    this.#connection = connection;
    this.#mostMs = mostMs;
    // Errors also occur between steps, so there must be a listener.
    connection.on('error', (error) => this.end(error));
    connection.once('end', () => this.end(new Error('the mail server hung up')));
  }

  async run<Result>(signal: AbortSignal, step: () => Promise<Result>): Promise<Result> {
    if (this.failure) throw this.failure;
    const failing = Promise.withResolvers<never>();
    this.#fail = failing.reject;
    const cut = () => this.end(new Error('took too long'));
    const timer = setTimeout(cut, this.#mostMs);
    signal.addEventListener('abort', cut);
    try {
      const work = step();
      // When the connection fails, its last step fails as well, and nobody waits for it any longer.
      work.catch(() => undefined);
      // A signal that has fired before fires no more.
      if (signal.aborted) cut();
      return await Promise.race([failing.promise, work]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cut);
      this.#fail = () => undefined;
    }
  }

  end(error: unknown): void {
    this.failure ??= error;
    const fail = this.#fail;
    // A response that came together with the end of the connection is the better explanation.
    setImmediate(() => fail(error));
    this.#connection.close();
  }
}

function transmit(
  connection: SMTPConnection,
  envelope: SMTPConnection.Envelope,
  body: Readable,
): Promise<string> {
  const sent = Promise.withResolvers<string>();
  connection.send(envelope, body, (error, info) =>
    error ? sent.reject(error) : sent.resolve(info?.response ?? ''),
  );
  return sent.promise;
}

/** After a refusal, the server may still expect the rest of the refused message. */
function reset(connection: SMTPConnection): Promise<void> {
  const done = Promise.withResolvers<void>();
  connection.reset((error) => (error ? done.reject(error) : done.resolve()));
  return done.promise;
}

/**
 * The message as a stream. It is read once the server has agreed to receive it: from then on, the outcome of a
 * connection that fails is unknown.
 */
function readOnce(raw: Buffer): { stream: Readable; hasBegun: () => boolean } {
  let begun = false;
  const stream = new Readable({
    read() {
      begun = true;
      this.push(raw);
      this.push(null);
    },
  });
  return { stream, hasBegun: () => begun };
}

/** Typed here because nodemailer reports it only after a message was sent. */
function limitsOf(connection: SMTPConnection): SmtpLimits {
  const { _maxAllowedSize: size } = connection as unknown as { _maxAllowedSize?: number };
  return { size: size || undefined, isEncrypted: connection.secure };
}

type Login = { user: string; pass: string };

async function connect(connection: SMTPConnection, login: Login | undefined): Promise<void> {
  const connected = Promise.withResolvers<void>();
  connection.connect((error) => (error ? connected.reject(error) : connected.resolve()));
  await connected.promise;
  if (!login) return;
  const entered = Promise.withResolvers<void>();
  connection.login(login, (error) => (error ? entered.reject(error) : entered.resolve()));
  await entered.promise;
}

/**
 * How to connect. A password is never sent unencrypted: on another machine, a login needs smtps or STARTTLS with a
 * valid certificate. A mail server on this machine may have a self-signed one.
 */
export function connectionOf({ smtpUrl, siteUrl, connectMs = 10_000, totalMs = MOST_MS }: SmtpWay) {
  const { host = 'localhost', port, secure, auth, tls } = parseConnectionUrl(smtpUrl);
  const isLocal = host === 'localhost' || host === '::1' || /^127\./.test(host);
  const name = hostOf(siteUrl);
  return {
    host,
    port: port ?? (secure ? 465 : isLocal ? 25 : 587),
    secure: secure ?? false,
    auth,
    requireTLS: auth !== undefined && !secure && !isLocal,
    tls: { ...(isLocal && !secure ? { rejectUnauthorized: false } : {}), ...tls },
    name: isIP(name) ? `[${name}]` : name,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: totalMs,
    socketCloseTimeout: 0,
  };
}
