import { plainLine } from './plain-line.ts';

export type Sender = { name: string; address: string };

/**
 * The sender of the site's emails: `MAIL_FROM` as settings accept it, an address, or a name and an address in angle
 * brackets. By default it is no-reply at the site's host, with the site's title.
 */
export function senderOf(site: { title: string; url: string }, mailFrom: string | undefined): Sender {
  const title = plainLine(site.title);
  if (!mailFrom) return { name: title, address: `no-reply@${hostOf(site.url)}` };
  const [, name = '', address = ''] = /^(.*)<([^<>]+)>$/s.exec(mailFrom) ?? ['', '', mailFrom];
  return { name: plainLine(name).replace(/^"(.*)"$/, '$1') || title, address: address.trim() };
}

/** The host in Message-IDs and List-Ids: of the public origin `url`. */
export function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return hostname.startsWith('[') ? 'localhost' : hostname;
}

/** What follows the @. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
