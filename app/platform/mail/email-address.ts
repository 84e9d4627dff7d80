import { domainToASCII } from 'node:url';

const MOST_CHARACTERS = 254;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

// Narrower than RFC 5322: no quotes, comments, groups or routes, so that every program reads an address as the same
// single recipient.
const PATTERN = new RegExp(`^[a-z0-9._%+'-]{1,64}@${LABEL}(?:\\.${LABEL})+$`);

/**
 * The normalized spelling of an email address, by which accounts are compared: ASCII lower case, an international
 * domain in its ASCII form, nothing else changed. Undefined when `text` is not an address. Letters outside ASCII before
 * the @ are refused, so that no look-alike can be taken for another address.
 */
export function parseEmailAddress(text: string): string | undefined {
  const address = text.trim();
  // Before anything else: converting a domain of thousands of characters to ASCII takes tens of milliseconds.
  if (address.length > MOST_CHARACTERS) return undefined;
  const at = address.lastIndexOf('@');
  // Unicode has characters whose lower case is an ASCII letter: they must be refused first.
  if (at < 1 || !/^[\x21-\x7e]+$/.test(address.slice(0, at))) return undefined;
  const domain = address.slice(at + 1);
  const spelled = `${address.slice(0, at)}@${/^[\x21-\x7e]+$/.test(domain) ? domain : domainToASCII(domain)}`;
  const lower = spelled.toLowerCase();
  return isEmailAddress(lower) ? lower : undefined;
}

/**
 * Whether `text`, exactly as it is, obeys the narrow grammar of addresses, in upper or lower case: nothing else
 * is ever a sender or a recipient.
 */
export function isEmailAddress(text: string): boolean {
  // Without the check of its letters, lower case would turn others into ASCII.
  return text.length <= MOST_CHARACTERS && /^[\x21-\x7e]+$/.test(text) && PATTERN.test(text.toLowerCase());
}
