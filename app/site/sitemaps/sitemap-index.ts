import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Route } from './+types/sitemap-index';
import { findLastChange, listParts, type SitemapPart } from './sitemap-parts.server.ts';
import { sitemapIndex, XML_HEADERS } from './sitemap-xml.ts';

/** How many items are read to determine when a part changed last; for a larger collection the index leaves it out. */
const MOST_LOOKED_THROUGH = 10_000;

/** `/sitemap.xml`: all parts of the sitemap. */
export async function loader(args: Route.LoaderArgs) {
  const { read, now, siteUrl, collections } = readContext(args);
  const parts = [{ address: `${siteUrl}/sitemaps/pages.xml` }];
  for (const collection of Object.values(collections))
    for (const part of await listChanges(read, await listParts(read, collection, now)))
      parts.push({ ...part, address: `${siteUrl}/sitemaps/${collection.name}-${part.number}.xml` });
  return new Response(sitemapIndex(parts), { headers: XML_HEADERS });
}

/** The parts with their last change if known; an empty part would be an invalid sitemap. */
async function listChanges(
  db: ReadDb,
  parts: SitemapPart[],
): Promise<{ number: number; changedAt?: number }[]> {
  const items = parts.reduce((sum, { range }) => sum + range.items, 0);
  if (items > MOST_LOOKED_THROUGH) return parts.map(({ number }) => ({ number }));
  const listed = [];
  for (const part of parts) {
    const changedAt = await findLastChange(db, part);
    if (changedAt !== undefined) listed.push({ number: part.number, changedAt });
  }
  return listed;
}
