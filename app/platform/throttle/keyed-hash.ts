import { createHmac } from 'node:crypto';

/**
 * An HMAC-SHA-256 of the text in base64url, different for each purpose: without the site's secret, no one can compute
 * it or find the text by trying all candidates.
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}
