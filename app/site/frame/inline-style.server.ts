import { createHash } from 'node:crypto';
import reading from '#app/platform/ui/styles/reading.css?inline';
import site from '#app/platform/ui/styles/site.css?inline';
import address from '#app/platform/ui/styles/site.css?url';

const link = `<link rel="stylesheet" href="${address}"/>`;
const style = site + reading;
/** The style as a file, for pages that link it: `address` is what a page without the inline style links. */
export const siteStyle = { address, text: style };

const element = Buffer.from(`<style>${style}</style>`);

/** What the content security policy of a page needs to allow the style from `withInlineStyle`. */
export const inlineStyleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/**
 * The page with its stylesheet inline: both together fit into what a server sends at once, so nothing waits for a
 * second response.
 */
export function withInlineStyle(html: string): Buffer<ArrayBuffer> {
  const at = html.indexOf(link);
  if (at < 0) return Buffer.from(html);
  return Buffer.concat([Buffer.from(html.slice(0, at)), element, Buffer.from(html.slice(at + link.length))]);
}

/** The opposite: the page with a link to its stylesheet. */
export function withLinkedStyle(html: string): string {
  return html.replace(`<style>${style}</style>`, link);
}
