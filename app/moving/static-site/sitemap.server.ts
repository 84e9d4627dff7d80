import { escapeHtml } from './rewrite-links.ts';
import type { SiteFolder } from './site-folder.server.ts';
import { publicAddressOf } from './static-names.ts';

/** What a sitemap may contain (sitemaps.org). */
const MOST_ADDRESSES = 50_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Lists the pages of a static site for search engines, with absolute addresses, and writes robots.txt. */
export function openSitemap(folder: SiteFolder, siteUrl: string) {
  let addresses: string[] = [];
  let parts = 0;

  async function writePart(): Promise<void> {
    parts++;
    const urls = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>\n`).join('');
    await folder.write(`sitemap-${parts}.xml`, `${HEAD}<urlset ${NAMESPACE}>\n${urls}</urlset>\n`);
    addresses = [];
  }

  return {
    async add(file: string): Promise<void> {
      addresses.push(publicAddressOf(siteUrl, file));
      if (addresses.length === MOST_ADDRESSES) await writePart();
    },
    async finish(): Promise<void> {
      if (addresses.length > 0) await writePart();
      const maps = Array.from({ length: parts }, (_, index) => `${siteUrl}/sitemap-${index + 1}.xml`);
      const entries = maps.map((map) => `<sitemap><loc>${escapeHtml(map)}</loc></sitemap>\n`).join('');
      await folder.write('sitemap.xml', `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries}</sitemapindex>\n`);
      await folder.write('robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`);
    },
  };
}
