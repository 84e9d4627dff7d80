/** The account at a provider of email whose HTTPS API takes the emails, from the address in `SMTP_URL`. */
export type MailAccount = {
  provider: 'mailgun' | 'resend';
  /** Where emails are posted. */
  endpoint: string;
  key: string;
};

const HOSTS: Record<string, MailAccount['provider']> = {
  'api.mailgun.net': 'mailgun',
  'api.eu.mailgun.net': 'mailgun',
  'api.resend.com': 'resend',
};

const FORMS = 'https://api:KEY@api.mailgun.net/v3/DOMAIN (Mailgun) or https://KEY@api.resend.com (Resend)';

/** Whether `SMTP_URL` names the API of a provider instead of a mail server. */
export function isApiAddress(smtpUrl: string): boolean {
  return URL.parse(smtpUrl)?.protocol === 'https:';
}

/**
 * The account of an address: `https://api:KEY@api.mailgun.net/v3/DOMAIN` or `https://KEY@api.resend.com`. At another
 * host, `?provider=` names the provider whose API it has. Otherwise what is wrong with the address, as the end of a
 * sentence without the key.
 */
export function parseMailAccount(address: string): MailAccount | { problem: string } {
  const url = URL.parse(address);
  const named = url?.searchParams.get('provider') ?? HOSTS[url?.hostname ?? ''];
  const provider = Object.values(HOSTS).find((one) => one === named);
  if (!url || !provider) return { problem: `must be, with https, the API of a known provider: ${FORMS}` };
  const key = decode(url.password || url.username);
  if (!key) return { problem: `must contain the API key, with special characters percent-encoded: ${FORMS}` };
  if (provider === 'resend') return { provider, key, endpoint: `${url.origin}/emails` };
  const [, domain] = /^\/v3\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  return domain
    ? { provider, key, endpoint: `${url.origin}/v3/${domain}/messages.mime` }
    : { problem: 'must end in the sending domain: https://api:KEY@api.mailgun.net/v3/DOMAIN' };
}

/** '' for what can't be decoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
