import type { Resolver } from 'node:dns/promises';
import { publicKeyOf } from '#app/platform/mail/dkim-key.server.ts';
import { isApiAddress } from '#app/platform/mail/mail-account.ts';
import { MailError } from '#app/platform/mail/mail-error.ts';
import { mailFolderOf } from '#app/platform/mail/mail-folder.server.ts';
import { domainOf, senderOf } from '#app/platform/mail/mail-sender.ts';
import { checkMailServer, type MailWay } from '#app/platform/mail/mail-server.server.ts';
import { mailFaultWords } from '#app/platform/mail/mail-words.ts';
import { checkMailbox, MailboxError, type MailboxWay } from '#app/platform/mail/mailbox.server.ts';
import type { SmtpLimits } from '#app/platform/mail/mailer.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { explainSilence, isSilent, serversElsewhere } from './doctor-blocked-mail.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';

/**
 * Whether emails can be sent: connects to the mail server, or to the API of a provider, and logs in, and sends nothing.
 * When the mail server does not respond, tries what `elsewhereOf` returns for its host name.
 */
export async function* checkMail(
  { smtpUrl, mailFrom, url, dataFolder, production, fetchAllow }: Settings,
  elsewhereOf = serversElsewhere,
): AsyncGenerator<Finding> {
  if (!smtpUrl) {
    const what = `SMTP_URL is not set, so emails are saved as files in ${mailFolderOf(dataFolder)}`;
    yield production
      ? warning('mail-server', `${what}. Set it, or nobody can confirm an email address`)
      : ok('mail-server', what);
    return;
  }
  yield* checkServer({ smtpUrl, siteUrl: url, fetchAllow }, elsewhereOf);
  if (!mailFrom) {
    yield warning(
      'mail-from',
      `MAIL_FROM is not set, so emails come from no-reply@${new URL(url).hostname}, which many mail servers reject. Set MAIL_FROM=…`,
    );
  }
}

async function* checkServer(way: MailWay, elsewhereOf: typeof serversElsewhere): AsyncGenerator<Finding> {
  // The address without user and password, which are secrets.
  const { protocol, host, hostname } = new URL(way.smtpUrl);
  const isApi = isApiAddress(way.smtpUrl);
  const elsewhere = isApi ? undefined : elsewhereOf(hostname);
  try {
    const limits = await checkMailServer({ ...way, ...(elsewhere && { connectMs: elsewhere.connectMs }) });
    const what = isApi
      ? `The API at ${host} responds and accepts the key`
      : `The mail server ${host} responds and accepts the login`;
    yield ok('mail-server', what);
    yield* checkLimits(limits, hostname);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const cause =
      elsewhere && isSilent(error) ? await explainSilence(hostname, way.siteUrl, elsewhere) : undefined;
    yield problem(
      'mail-server',
      `${protocol}//${host}: ${cause ?? mailFaultWords[error.trouble]} It said: ${error.reply}`,
    );
  }
}

/** An issue of the newsletter has up to 90 KB of HTML, its text, and what encoding adds. */
const LEAST_SIZE = 300_000;

function* checkLimits({ size, isEncrypted }: SmtpLimits, host: string): Generator<Finding> {
  if (isEncrypted) yield ok('mail-encryption', 'The connection to the mail server is encrypted');
  else if (host !== 'localhost' && !/^127\.|^\[::1\]$/.test(host))
    yield warning(
      'mail-encryption',
      `The connection to the mail server is not encrypted: ${host} does not offer STARTTLS. Use smtps://…, or turn on STARTTLS there`,
    );
  if (size === undefined) return;
  const words = `The mail server accepts emails of up to ${Math.floor(size / 1000)} KB`;
  yield size < LEAST_SIZE
    ? warning('mail-size', `${words}, too few for a newsletter. Raise its limit`)
    : ok('mail-size', words);
}

/** Whether the mailboxes that bounces and suggestions are read from can be opened. Reads nothing in them. */
export async function* checkMailboxes({ imapUrl, tipsImapUrl }: Settings): AsyncGenerator<Finding> {
  if (imapUrl) yield await checkOne('bounce-mailbox', 'bounces', { imapUrl, variable: 'IMAP_URL' });
  if (tipsImapUrl)
    yield await checkOne('tips-mailbox', 'suggestions', { imapUrl: tipsImapUrl, variable: 'TIPS_IMAP_URL' });
}

async function checkOne(name: string, what: string, way: MailboxWay): Promise<Finding> {
  try {
    return ok(name, `The mailbox for ${what} can be opened; it has ${await checkMailbox(way)} messages`);
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    return problem(name, `${error.message} It said: ${error.reply}`);
  }
}

type Facts = Pick<Settings, 'url' | 'smtpUrl' | 'mailFrom' | 'dkim'>;

/**
 * Asks `resolver` whether mail servers can know that emails come from their sender: SPF (RFC 7208), DKIM (RFC 6376) and
 * DMARC (RFC 7489), and where replies and bounces go. Each finding that asks for a record gives its name, type and value.
 */
export async function* checkMailDns(facts: Facts, resolver: Resolver): AsyncGenerator<Finding> {
  const { address } = senderOf({ title: '', url: facts.url }, facts.mailFrom);
  const domain = domainOf(address);
  if (!domain.includes('.')) {
    yield problem(
      'mail-sender',
      `Emails come from ${address}, which no mail server can check. Set MAIL_FROM to an address at a domain of yours`,
    );
    return;
  }
  const ask: Ask = { domain, address, resolver };
  yield await checkMx(ask);
  yield await checkSpf(ask, facts);
  yield await checkDkim(ask, facts);
  yield await checkDmarc(ask);
}

type Ask = { domain: string; address: string; resolver: Resolver };

/** Where there is no record. */
const NONE = ['ENOTFOUND', 'ENODATA', 'NXDOMAIN'];

type Found = { texts: string[] } | { failure: Finding };

async function findTexts(resolver: Resolver, name: string): Promise<Found> {
  try {
    const records = await resolver.resolveTxt(name);
    return { texts: records.map((parts) => parts.join('')) };
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string };
    if (NONE.includes(code)) return { texts: [] };
    return {
      failure: warning(
        'dns-lookup',
        `The DNS record of ${name} can't be looked up (${code}). Try again later`,
      ),
    };
  }
}

function record(name: string, type: string, value: string): string {
  return `Add this DNS record: name ${name}, type ${type}, value ${value}`;
}

async function checkMx({ domain, address, resolver }: Ask): Promise<Finding> {
  try {
    const servers = await resolver.resolveMx(domain);
    const [first] = servers.sort((one, other) => one.priority - other.priority);
    if (first && first.exchange !== '') return ok('mx', `${domain} receives emails at ${first.exchange}`);
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string };
    if (!NONE.includes(code))
      return warning('mx', `The mail server of ${domain} can't be looked up (${code})`);
  }
  return warning(
    'mx',
    `${domain} has no MX record, so replies and bounces to ${address} get lost, and some mail servers reject its emails. ${record(domain, 'MX', `10 mail.${domain}`)} (the host that receives your emails)`,
  );
}

async function checkSpf({ domain, resolver }: Ask, { smtpUrl, url }: Facts): Promise<Finding> {
  const found = await findTexts(resolver, domain);
  if ('failure' in found) return found.failure;
  const [policy, ...others] = found.texts.filter((text) => /^v=spf1( |$)/i.test(text));
  if (others.length > 0)
    return problem(
      'spf',
      `${domain} has ${others.length + 1} SPF records, so none of them counts. Merge them into one`,
    );
  if (!policy && isApiAddress(smtpUrl ?? ''))
    return warning(
      'spf',
      `SPF: ${domain} does not say which servers may send its emails. Add the DNS records that your provider shows for the domain`,
    );
  if (!policy) {
    const value = `"v=spf1 mx a:${sendingHost(smtpUrl, url)} ~all"`;
    return problem(
      'spf',
      `SPF: ${domain} does not say which servers may send its emails. ${record(domain, 'TXT', value)}. If a provider sends them, use the value it gives`,
    );
  }
  if (/(^| )\+?all$/i.test(policy.trim()))
    return warning(
      'spf',
      `SPF: ${policy} at ${domain} lets anyone send emails in its name. End it with ~all`,
    );
  return ok('spf', `SPF: ${policy}`);
}

/** The machine from which emails leave: the mail server's, or this one if the mail server runs here. */
function sendingHost(smtpUrl: string | undefined, url: string): string {
  const host = smtpUrl ? new URL(smtpUrl).hostname : '';
  return host === '' || host === 'localhost' || /^127\.|^\[/.test(host) ? new URL(url).hostname : host;
}

async function checkDkim({ domain, resolver }: Ask, { dkim, smtpUrl = '' }: Facts): Promise<Finding> {
  if (!dkim && isApiAddress(smtpUrl))
    return warning(
      'dkim',
      'DKIM: your provider signs the emails once the DNS has the records that it shows for the domain. Check there that the domain is verified',
    );
  if (!dkim)
    return warning(
      'dkim',
      'DKIM: DKIM_KEY is not set, so emails are signed only if your mail server does that. Otherwise create a key (openssl genrsa -out /etc/belfry-dkim.pem 2048), set DKIM_KEY to its file, and run this again',
    );
  const name = `${dkim.selector}._domainkey.${domain}`;
  const key = publicKeyOf(dkim.privateKey);
  const wanted = record(name, 'TXT', `"v=DKIM1; k=rsa; p=${key}"`);
  const found = await findTexts(resolver, name);
  if ('failure' in found) return found.failure;
  const published = found.texts.map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s+/g, ''));
  if (published.includes(key)) return ok('dkim', `DKIM: the key at ${name} is the one that signs the emails`);
  if (found.texts.length === 0)
    return problem(
      'dkim',
      `DKIM: the public key is not published, so signatures count for nothing. ${wanted}`,
    );
  return problem(
    'dkim',
    `DKIM: the key at ${name} is not the one of DKIM_KEY, so mail servers take emails for forged. Replace the record. ${wanted}`,
  );
}

async function checkDmarc({ domain, address, resolver }: Ask): Promise<Finding> {
  const labels = domain.split('.');
  // A subdomain without a policy has that of the domain above it.
  for (let level = 0; labels.length - level >= 2; level++) {
    const name = `_dmarc.${labels.slice(level).join('.')}`;
    const found = await findTexts(resolver, name);
    if ('failure' in found) return found.failure;
    const policies = found.texts.filter((text) => /^v=DMARC1\b/i.test(text));
    if (policies.length > 1)
      return problem('dmarc', `${name} has several DMARC records, so none of them counts. Keep one`);
    if (policies[0]) return ok('dmarc', `DMARC: ${policies[0]} at ${name}`);
  }
  const value = `"v=DMARC1; p=none; rua=mailto:${address}"`;
  return problem(
    'dmarc',
    `DMARC: there is no policy, which Gmail and Yahoo require of newsletters. ${record(`_dmarc.${domain}`, 'TXT', value)}`,
  );
}
