import { extractTeaser } from '#app/html/extract.server.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import type { Business } from './business.ts';

/** What the page of a business shows. */
export function loadBusinessPage(business: Business) {
  const description = sanitize(business.description);
  return { business: { ...business, description }, deck: extractTeaser(description).deck };
}
