import type { PageContext } from '#app/collection/facets.ts';
import { findLeadPicture } from '#app/content/lead-picture.server.ts';
import { withTextPictures } from '#app/content/text-pictures.server.tsx';
import { extractTeaser } from '#app/html/extract.server.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import type { Business } from './business.ts';

/** What the page of a business shows. */
export async function loadBusinessPage(business: Business, { read }: Pick<PageContext, 'read'>) {
  const description = sanitize(business.description);
  return {
    business: { ...business, description: await withTextPictures(read, description) },
    deck: extractTeaser(description).deck,
    picture: await findLeadPicture(read, business),
  };
}
