import type { SubscriberRow } from '#app/platform/database/tables/newsletter-tables.ts';

/** Read by several people, or by a program (RFC 2142 and what is usual). */
const ROLES = new Set(
  `abuse admin administrator all billing contact everyone ftp hello help hostmaster info inquiries jobs list mail
  mailer-daemon marketing media news newsletter no-reply noc noreply office orders postmaster press privacy root sales
  security service shop spam staff subscribe support team unsubscribe usenet webmaster www`.split(/\s+/),
);

let disposable: Promise<Set<string>> | undefined;

async function loadDisposable(): Promise<Set<string>> {
  const { default: checker } = await import('mailchecker');
  return checker.blacklist();
}

/**
 * What is unusual about an address (`parseEmailAddress`): it belongs to a role, or to a provider of throwaway mailboxes.
 * Such an address may subscribe; the list shows the flag. The list of providers (1 MB) is loaded on first use.
 */
export async function findFlag(address: string): Promise<SubscriberRow['flag']> {
  const [local = '', domain = ''] = address.split('@');
  if (ROLES.has(local.split('+')[0] ?? '')) return 'role';
  disposable ??= loadDisposable();
  const providers = await disposable;
  const labels = domain.split('.');
  return labels.some((_, at) => providers.has(labels.slice(at).join('.'))) ? 'disposable' : null;
}
