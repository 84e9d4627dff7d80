/** Hands emails to a provider over its HTTPS API, for machines whose host blocks the ports of mail servers. */
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { askAtOnce } from '#app/platform/outbound/outbound.server.ts';
import { OutboundError } from '#app/platform/outbound/outbound-error.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { MailAccount } from './mail-account.ts';
import { MailError, type MailFault } from './mail-error.ts';
import type { Message } from './mailer.server.ts';
import { plainLine } from './plain-line.ts';

export type ApiWay = {
  account: MailAccount;
  siteUrl: string;
  /** Private addresses that may be requested, as `host:port`. */
  reachable: string[];
  /** Timeouts of connecting, and of an email with all its attempts. */
  connectMs: number;
  totalMs: number;
};

type Posted = { headers: Record<string, string>; body: Buffer };

/** What a provider said: `name` is its code for an error, if it has one. */
type Reply = { status: number; name: string; text: string; retryAfterMs: number | undefined; isOwn: boolean };

/**
 * Sends the message and returns the provider's response. A limit of a few seconds is waited for. Throws MailError, whose
 * `mayHaveArrived` says whether the outcome is unknown. When `signal` fires, the connection is closed.
 */
export async function sendByApi(way: ApiWay, message: Message, signal: AbortSignal): Promise<string> {
  const posted = await providers[way.account.provider](way.account, message);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(way.totalMs)]);
  for (;;) {
    const reply = await post(way, posted, limit);
    if (isAccepted(reply)) return wordsOf(way, reply);
    const error = errorOf(way, reply);
    const { retryAfterMs = 0 } = error;
    if (retryAfterMs === 0 || retryAfterMs > MOST_WAIT_MS) throw error;
    await wait(retryAfterMs, undefined, { signal: limit }).catch(() => {
      throw error;
    });
  }
}

/** Whether the provider accepts the key, without sending anything: it gets an email without a recipient. Throws MailError. */
export async function checkApi(way: ApiWay): Promise<void> {
  const posted = await providers[way.account.provider](way.account, undefined);
  const reply = await post(way, posted, AbortSignal.timeout(way.totalMs));
  if (![400, 422].includes(reply.status)) throw errorOf(way, reply);
}

/** A longer wait is that of the queue, so that a claim never expires meanwhile. */
const MOST_WAIT_MS = 20_000;
/** Where a provider does not say how long. */
const USUAL_WAIT_MS = 2000;

/** An email as the API of a provider takes it; one without a recipient, where there is no message. */
const providers: Record<
  MailAccount['provider'],
  (account: MailAccount, message: Message | undefined) => Promise<Posted>
> = {
  /** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages: takes the message as it is. */
  async mailgun({ key }, message) {
    const form = new FormData();
    // Links and pictures of the email stay the site's own.
    for (const option of ['o:tracking', 'o:tracking-clicks', 'o:tracking-opens']) form.set(option, 'no');
    if (message) {
      form.set('to', message.to);
      form.set('message', new Blob([new Uint8Array(message.raw)], { type: 'message/rfc822' }), 'message.eml');
    }
    const encoded = new Response(form);
    return {
      headers: {
        Authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}`,
        'Content-Type': encoded.headers.get('Content-Type') ?? '',
      },
      body: Buffer.from(await encoded.arrayBuffer()),
    };
  },
  /** https://resend.com/docs/api-reference/emails/send-email: composes the message again, and signs it. */
  async resend({ key }, message) {
    const mail = message && (await PostalMime.parse(message.raw));
    const content = mail && {
      from: `"${mail.from?.name.replace(/["\\]/g, '')}" <${mail.from?.address}>`,
      to: [message.to],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: Object.fromEntries(
        mail.headers
          .filter(({ key: name }) => !COMPOSED.test(name))
          .map(({ originalKey, value }) => [originalKey, value]),
      ),
    };
    return {
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        // The same email again within 24 hours is not sent again.
        ...(mail?.messageId ? { 'Idempotency-Key': mail.messageId } : {}),
      },
      body: Buffer.from(JSON.stringify(content ?? {})),
    };
  },
};

/** Headers that the provider writes itself. */
const COMPOSED = /^(from|to|subject|date|mime-version|content-.*|dkim-signature)$/;

async function post(
  { account, siteUrl, reachable, connectMs, totalMs }: ApiWay,
  { headers, body }: Posted,
  signal: AbortSignal,
): Promise<Reply> {
  let mayHaveArrived = false;
  const onConnected = () => {
    mayHaveArrived = true;
  };
  try {
    const answer = await askAtOnce(
      { url: account.endpoint, method: 'POST', headers, body, signal, onConnected },
      { reachable, siteUrl, bounds: { connectMs, headersMs: totalMs } },
    );
    return replyOf(answer.status, answer.headers, answer.body.toString());
  } catch (error) {
    const text = error instanceof OutboundError ? error.message : 'took too long';
    throw new MailError(UNSAFE.test(text) ? 'unsafe' : 'unreachable', text, { mayHaveArrived });
  }
}

const UNSAFE = /CERT|TLS|SSL|SIGNATURE/;

function replyOf(status: number, headers: Record<string, string>, body: string): Reply {
  const seconds = Number(/^\s*(\d{1,6})\s*$/.exec(headers['retry-after'] ?? '')?.[1] ?? Number.NaN);
  const retryAfterMs = Number.isNaN(seconds) ? undefined : Math.max(1, seconds) * 1000;
  const said = parseObject(body);
  const text = said?.message ?? said?.id ?? body;
  const isOwn = typeof said?.message === 'string';
  return { status, name: String(said?.name ?? ''), text: String(text), retryAfterMs, isOwn };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A provider that received this email before, with another text, has sent it. */
function isAccepted({ status, name }: Reply): boolean {
  return (status >= 200 && status < 300) || name === 'invalid_idempotent_request';
}

/**
 * What a status means. The email was not accepted, except that nobody knows after an error of the provider: only a 503
 * with its own words or a time says that it did nothing.
 */
function errorOf(way: ApiWay, reply: Reply): MailError {
  const { status, name, isOwn, retryAfterMs } = reply;
  const isAway = status >= 500 && !(status === 503 && (isOwn || retryAfterMs !== undefined));
  const mustWait = status === 429 || (status === 503 && !isAway);
  return new MailError(isAway ? 'unreachable' : faultOf(reply), wordsOf(way, reply), {
    mayHaveArrived: isAway,
    // A quota is for a day or a month.
    retryAfterMs: mustWait ? (retryAfterMs ?? (/quota/.test(name) ? LONG_MS : USUAL_WAIT_MS)) : undefined,
  });
}

const LONG_MS = 5 * MINUTE_MS;

/** Everything that is not about this email keeps all emails waiting: the key, the sender's domain, the account. */
function faultOf({ status, name, text }: Reply): MailFault {
  if (status === 401 || /api_key/.test(name)) return 'login';
  if (status === 413) return 'too-large';
  if ([408, 409, 425, 429, 503].includes(status)) return 'deferred';
  if ([400, 422, 451].includes(status)) return ABOUT_SENDER.test(text) ? 'sender' : 'refused';
  return status >= 400 ? 'sender' : 'unreachable';
}

const ABOUT_SENDER = /['"`]from['"`]|\bsender\b|\bnot verified\b|\baccount\b/i;

/** What it said, with its name and without the key. A bare status would read like one of SMTP. */
function wordsOf({ account }: ApiWay, { status, text }: Reply): string {
  const name = { mailgun: 'Mailgun', resend: 'Resend' }[account.provider];
  const words = plainLine(text.replaceAll(account.key, '…'), 280) || `HTTP status ${status}`;
  return `${name}: ${words}`;
}
