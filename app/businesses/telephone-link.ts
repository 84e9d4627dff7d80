/**
 * The `tel:` address of a phone number as people write it (RFC 3966): its digits and a leading +, and an extension if
 * there is one. Undefined when the text is not exactly one number.
 */
export function telephoneLinkOf(phone: string): string | undefined {
  const found = /^\s*(\+?[\d\s().\p{Pd}]+?)\s*(?:(?:extension|ext|x)\.?\s*(\d{1,8}))?\s*$/iu.exec(phone);
  const number = found?.[1]?.replace(/[^\d+]/g, '') ?? '';
  if (!/^\+?\d{3,15}$/.test(number)) return undefined;
  return found?.[2] ? `tel:${number};ext=${found[2]}` : `tel:${number}`;
}
