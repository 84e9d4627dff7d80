import { isEmailAddress } from './email-address.ts';
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

/** `bounceAddress` is where bounces go, '' for the sender; `verp` says whether each email has a return path of its own. */
type ReturnPath = { bounceAddress: string; verp: boolean };

/**
 * The envelope sender of an email with this tag, from an address. With `verp` it is `name+tag@host`, so that a bounce
 * says which email it is about, however the mail server writes it. An address that would be too long has no tag.
 */
export function returnPathOf({ bounceAddress, verp }: ReturnPath, tag: string, sender: string): string {
  const address = bounceAddress || sender;
  const at = address.lastIndexOf('@');
  const tagged = `${address.slice(0, at)}+${tag}${address.slice(at)}`;
  return verp && isEmailAddress(tagged) ? tagged : address;
}
