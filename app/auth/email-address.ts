import { domainToASCII } from 'node:url';

// The addresses that <input type="email"> accepts (HTML, section 4.10.5.1.5), with at least two labels after the @.
const PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/**
 * The one spelling of an email address by which accounts are compared: ASCII lower case, an international domain in
 * its ASCII form, nothing else changed. Undefined when `text` is no address. Letters outside ASCII before the @ are
 * refused, so that no look-alike can be taken for another's address (R-12).
 */
export function parseEmailAddress(text: string): string | undefined {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  // Unicode has characters whose lower case is an ASCII letter: they must not get that far.
  if (at < 1 || !/^[\x21-\x7e]+$/.test(address.slice(0, at))) return undefined;
  const domain = address.slice(at + 1);
  const spelled = `${address.slice(0, at)}@${/^[\x21-\x7e]+$/.test(domain) ? domain : domainToASCII(domain)}`;
  const lower = spelled.toLowerCase();
  return lower.length <= 254 && PATTERN.test(lower) ? lower : undefined;
}
