/** The only importer of nodemailer: composes messages, and sends them to the mail server. */
import { isIP } from 'node:net';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type MailSite, renderLetter } from './letter-page.ts';
import type { Letter } from './mail-queue.server.ts';
import type { MailError } from './mail-trouble.ts';
import { plainLine } from './plain-line.ts';
import { mailErrorOf } from './smtp-trouble.ts';

/** A complete message with its sender and its one recipient: the same whether it is sent or written to a file. */
export type Message = { from: string; to: string; raw: Buffer };

export type MessageFacts = {
  /** The queue's id: the Message-ID contains it, and is the same at every attempt. */
  id: string;
  letter: Letter;
  site: MailSite;
  /** `MAIL_FROM`; by default the sender is no-reply at the site's host. */
  mailFrom: string | undefined;
  now: number;
};

/** The email as a message of RFC 5322. `now` (UTC epoch milliseconds) becomes its Date. */
export async function composeMessage({ id, letter, site, mailFrom, now }: MessageFacts): Promise<Message> {
  const host = hostOf(site.url);
  const sender = senderOf(mailFrom, { name: plainLine(site.title), address: `no-reply@${host}` });
  const { subject, text, html } = renderLetter(letter, site);
  const composer = new MailComposer({
    from: sender,
    to: { name: '', address: letter.to },
    subject,
    text,
    html,
    messageId: `<${id}@${host}>`,
    date: new Date(now),
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  });
  return { from: sender.address, to: letter.to, raw: await composer.compile().build() };
}

type Sender = { name: string; address: string };

/** `MAIL_FROM` as settings accept it: an address, or a name and an address in angle brackets. */
function senderOf(mailFrom: string | undefined, fallback: Sender): Sender {
  if (!mailFrom) return fallback;
  const [, name = '', address = ''] = /^(.*)<([^<>]+)>$/s.exec(mailFrom) ?? ['', '', mailFrom];
  return {
    name: plainLine(name).replace(/^"(.*)"$/, '$1') || fallback.name,
    address: address.trim(),
  };
}

function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return hostname.startsWith('[') ? 'localhost' : hostname;
}

export type SmtpWay = {
  smtpUrl: string;
  /** The public origin: its host is used in EHLO. */
  siteUrl: string;
  /** Timeouts of one response, and of the whole conversation. */
  connectMs?: number;
  totalMs?: number;
};

/** Sends the message to the mail server. Throws MailError. When `signal` fires, the connection is closed. */
export async function sendBySmtp(
  way: SmtpWay,
  { from, to, raw }: Message,
  signal: AbortSignal,
): Promise<void> {
  await converse(way, signal, async (connection) => {
    const send = Promise.withResolvers<void>();
    connection.send({ from, to: [to], size: raw.length }, raw, (error) =>
      error ? send.reject(error) : send.resolve(),
    );
    await send.promise;
  });
}

/** Connects and logs in, and sends nothing. Throws MailError. */
export async function checkSmtp(way: SmtpWay): Promise<void> {
  await converse(way, new AbortController().signal, async () => undefined);
}

type Talk = (connection: SMTPConnection) => Promise<void>;

async function converse(way: SmtpWay, signal: AbortSignal, talk: Talk): Promise<void> {
  const { auth, ...options } = connectionOf(way);
  const connection = new SMTPConnection(options);
  const broken = Promise.withResolvers<never>();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(way.totalMs ?? 60_000)]);
  const cut = () => broken.reject(new Error('took too long'));
  limit.addEventListener('abort', cut);
  // A signal that has fired before fires no more.
  if (limit.aborted) cut();
  // Errors also occur after the end of a conversation, so there must be a listener.
  connection.on('error', broken.reject);
  connection.once('end', () => broken.reject(new Error('the mail server hung up')));
  broken.promise.catch(() => undefined);
  try {
    await Promise.race([broken.promise, connect(connection, auth).then(() => talk(connection))]);
    connection.quit();
  } catch (error) {
    connection.close();
    throw mailErrorOf(error) satisfies MailError;
  } finally {
    limit.removeEventListener('abort', cut);
  }
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
export function connectionOf({ smtpUrl, siteUrl, connectMs = 10_000, totalMs = 60_000 }: SmtpWay) {
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
