/** Whether it is the machine's host that keeps it from reaching a mail server. */
import { MailError } from '#app/platform/mail/mail-error.ts';
import { checkSmtp } from '#app/platform/mail/mailer.server.ts';
import { askAtOnce } from '#app/platform/outbound/outbound.server.ts';

/** What is tried when a mail server does not respond: other mail servers, and websites. Nothing is sent to them. */
export type Elsewhere = {
  /** Other ports of the same mail server. */
  ports: number[];
  mailServers: string[];
  sites: string[];
  /** How long each may take to respond. */
  connectMs: number;
  /** Private addresses among the websites, as `host:port`. */
  reachable?: string[];
};

/** Those of the providers whose API can be used instead; none for a mail server on this machine. */
export function serversElsewhere(hostname: string): Elsewhere | undefined {
  if (hostname === 'localhost' || /^127\.|^\[::1\]$/.test(hostname)) return undefined;
  return {
    ports: [587, 465, 25],
    mailServers: [
      'smtp://smtp.mailgun.org:587',
      'smtps://smtp.mailgun.org:465',
      'smtp://smtp.resend.com:587',
    ],
    sites: ['https://api.mailgun.net/', 'https://api.resend.com/'],
    connectMs: 10_000,
  };
}

const BLOCKED =
  'Your host blocks outgoing mail: no mail server responds on ports 25, 465 and 587, but HTTPS works. Ask your host to open port 465 or 587, or send over the HTTPS API of a provider: SMTP_URL=https://api:KEY@api.mailgun.net/v3/DOMAIN (Mailgun) or SMTP_URL=https://KEY@api.resend.com (Resend). See docs/hosting.md.';

/** Why a mail server does not respond, and what to do; undefined when only that one doesn't. */
export async function explainSilence(
  hostname: string,
  siteUrl: string,
  elsewhere: Elsewhere,
): Promise<string | undefined> {
  const responds = (smtpUrl: string) => greets(smtpUrl, siteUrl, elsewhere.connectMs);
  const own = elsewhere.ports.map((port) => `${port === 465 ? 'smtps' : 'smtp'}://${hostname}:${port}`);
  const [ownOnes, others, sites] = await Promise.all([
    Promise.all(own.map(responds)),
    Promise.all(elsewhere.mailServers.map(responds)),
    Promise.all(elsewhere.sites.map((url) => opens(url, siteUrl, elsewhere))),
  ]);
  const open = own[ownOnes.indexOf(true)];
  if (open) return `It responds at ${open}: use that in SMTP_URL.`;
  if (others.includes(true)) return undefined;
  return sites.includes(true)
    ? BLOCKED
    : 'Other mail servers and websites don’t respond either. Check the network of this machine.';
}

/** Whether a mail server says anything. */
async function greets(smtpUrl: string, siteUrl: string, connectMs: number): Promise<boolean> {
  try {
    await checkSmtp({ smtpUrl, siteUrl, connectMs, totalMs: connectMs });
    return true;
  } catch (error) {
    return error instanceof MailError && !isSilent(error);
  }
}

/** Whether the mail server said nothing at all: its name is known, and no connection was possible, or nothing came. */
export function isSilent({ trouble, reply }: MailError): boolean {
  return trouble === 'unreachable' && !/^\d{3}\b/.test(reply);
}

async function opens(
  url: string,
  siteUrl: string,
  { connectMs, reachable = [] }: Elsewhere,
): Promise<boolean> {
  const bounds = { connectMs, headersMs: connectMs };
  try {
    await askAtOnce(
      { url, method: 'HEAD', signal: AbortSignal.timeout(connectMs) },
      { siteUrl, reachable, bounds },
    );
    return true;
  } catch {
    return false;
  }
}
