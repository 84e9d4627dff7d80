import { createHmac } from 'node:crypto';

/**
 * An HMAC-SHA-256 of the text in base64url, another one for each purpose: nobody without the site's secret can compute
 * it, or find the text by trying all there are.
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}
