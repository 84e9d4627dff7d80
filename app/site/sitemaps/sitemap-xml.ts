/** Sitemaps as text. https://www.sitemaps.org/protocol.html */
import { isoOf } from '#app/items/content/item-json.ts';
import { printable } from '#app/platform/html/printable.ts';

export const XML_HEADERS = { 'Content-Type': 'application/xml; charset=utf-8' };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const NEWS_NAMESPACE = 'http://www.google.com/schemas/sitemap-news/0.9';

export const URLSET_START = `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n`;
export const URLSET_END = '</urlset>\n';

/** An address with the instant of its last change (UTC epoch milliseconds), if known. */
type Listed = { address: string; changedAt?: number | undefined };

export function urlElement(listed: Listed): string {
  return `<url>${locationOf(listed)}</url>\n`;
}

/** The list of all sitemaps of a site. */
export function sitemapIndex(parts: Listed[]): string {
  const elements = parts.map((part) => `<sitemap>${locationOf(part)}</sitemap>\n`).join('');
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${elements}</sitemapindex>\n`;
}

export type NewsEntry = { address: string; title: string; pubDate: number };

/** https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap */
export function newsSitemap(
  entries: NewsEntry[],
  { name, language }: { name: string; language: string },
): string {
  const publication = [
    `<news:name>${escapeXml(name)}</news:name>`,
    `<news:language>${escapeXml(language)}</news:language>`,
  ].join('');
  const elements = entries.map(({ address, title, pubDate }) => {
    const news = [
      `<news:publication>${publication}</news:publication>`,
      `<news:publication_date>${isoOf(pubDate)}</news:publication_date>`,
      `<news:title>${escapeXml(title)}</news:title>`,
    ].join('');
    return `<url><loc>${escapeXml(address)}</loc><news:news>${news}</news:news></url>\n`;
  });
  const start = `${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:news="${NEWS_NAMESPACE}">\n`;
  return start + elements.join('') + URLSET_END;
}

function locationOf({ address, changedAt }: Listed): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${isoOf(changedAt)}</lastmod>`;
  return `<loc>${escapeXml(address)}</loc>${changed}`;
}

function escapeXml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
