/** HTML of this site as Ghost's importer reads it without loss. */
import {
  findElement,
  type HtmlElement,
  type HtmlNode,
  isElement,
  readHtml,
  writeHtml,
} from '#app/moving/formats/html-tree.ts';

/** What Ghost's editor has no word for: it drops these, some with the spaces around them. */
const FOREIGN = new Set(['abbr', 'cite', 'del', 'dl', 'ins', 'mark', 'q', 'small', 'time']);

/** Blocks with something that Ghost's editor would change become HTML cards, which it shows as they are. */
export function asGhostBlocks(html: string): string {
  const nodes = readHtml(html) ?? [];
  if (!nodes.some(isForeign)) return html;
  return nodes.map((node) => (isForeign(node) ? card(node) : writeHtml([node]))).join('');
}

function card(node: HtmlNode): string {
  return `<!--kg-card-begin: html-->${writeHtml([node])}<!--kg-card-end: html-->`;
}

function isForeign(node: HtmlNode): boolean {
  return findElement([node], (inner) => FOREIGN.has(inner.name) || isPlainPre(inner)) !== undefined;
}

/** Without `code` in it, its line breaks would be those of a paragraph. */
function isPlainPre(node: HtmlElement): boolean {
  return node.name === 'pre' && !node.children.some((child) => isElement(child, 'code'));
}
