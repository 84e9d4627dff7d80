/** Where emails go: to the mail server or the provider's API that `SMTP_URL` names. */
import { isApiAddress, type MailAccount, parseMailAccount } from './mail-account.ts';
import { type ApiWay, checkApi, sendByApi } from './mail-api.server.ts';
import {
  checkSmtp,
  type Message,
  MOST_MS,
  openSmtp,
  type SmtpConnection,
  type SmtpLimits,
  type SmtpWay,
} from './mailer.server.ts';

/** `fetchAllow` lists private addresses that may be an API; none by default. */
export type MailWay = SmtpWay & { fetchAllow?: string[] };

/** What several messages are sent over, one after another. */
export type MailConnection = Omit<SmtpConnection, 'limits'>;

/** Connects and logs in; an API gets a connection for each message instead. Throws MailError. */
export async function openMailServer(way: MailWay, signal: AbortSignal): Promise<MailConnection> {
  if (!isApiAddress(way.smtpUrl)) return openSmtp(way, signal);
  const api = apiWayOf(way);
  return {
    isOpen: () => true,
    send: (message, cut) => sendByApi(api, message, cut),
    close: () => undefined,
  };
}

/** Sends one message over a connection of its own. Throws MailError. When `signal` fires, the connection is closed. */
export async function sendMessage(way: MailWay, message: Message, signal: AbortSignal): Promise<void> {
  // Shorter than the claim of the sender, however slow each step is.
  const limit = AbortSignal.any([signal, AbortSignal.timeout(way.totalMs ?? MOST_MS)]);
  const connection = await openMailServer(way, limit);
  await connection.send(message, limit).finally(() => connection.close());
}

/** Connects and logs in, and sends nothing. Throws MailError. */
export async function checkMailServer(way: MailWay): Promise<SmtpLimits> {
  if (!isApiAddress(way.smtpUrl)) return checkSmtp(way);
  await checkApi(apiWayOf(way));
  return { size: undefined, isEncrypted: true };
}

function apiWayOf({
  smtpUrl,
  siteUrl,
  fetchAllow = [],
  connectMs = 10_000,
  totalMs = MOST_MS,
}: MailWay): ApiWay {
  // Settings with another address are refused.
  const account = parseMailAccount(smtpUrl) as MailAccount;
  return { account, siteUrl, reachable: fetchAllow, connectMs, totalMs };
}
