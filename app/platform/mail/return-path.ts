import { isEmailAddress } from './email-address.ts';

/** `bounceAddress` is where bounces go, '' for the sender; `verp` says whether each email has a return path of its own. */
export type ReturnPath = { bounceAddress: string; verp: boolean };

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
