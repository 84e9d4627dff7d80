/** Converts HTML for the editor and back. */
import {
  DOMSerializer,
  type Node as ModelNode,
  DOMParser as ModelParser,
  type Schema,
} from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import { blocksOf, isInline, isKeptAttribute, meaningOf, parseHtml } from './html-meaning.ts';

/**
 * The HTML for the editor: what its schema would change is wrapped in `kept-block`, which the editor shows but never
 * edits.
 */
export function prepareHtml(html: string, schema: Schema): string {
  const { body } = parseHtml(html);
  for (const block of blocksOf(body)) {
    if (survives(block, schema)) continue;
    const kept = body.ownerDocument.createElement('kept-block');
    block[0]?.before(kept);
    kept.append(...block);
    if (block.some(isInline)) kept.innerHTML = `<p>${kept.innerHTML}</p>`;
  }
  return body.innerHTML;
}

/** The HTML of an edited document, without the editor's own additions. Empty captions are left out. */
export function htmlOf(document: ModelNode): string {
  const { body } = parseHtml('');
  const serializer = DOMSerializer.fromSchema(document.type.schema);
  body.append(serializer.serializeFragment(document.content, { document: body.ownerDocument }));
  for (const kept of body.querySelectorAll('kept-block')) kept.replaceWith(...kept.childNodes);
  for (const block of body.querySelectorAll('table-block')) mergeCaption(block);
  for (const table of body.querySelectorAll('table')) groupRows(table);
  for (const empty of body.querySelectorAll('figcaption:empty, blockquote > cite:empty')) empty.remove();
  for (const cell of body.querySelectorAll('li, td, th')) unwrapImplied(cell);
  for (const paragraph of body.querySelectorAll('[data-written]')) paragraph.removeAttribute('data-written');
  for (const picture of body.querySelectorAll('img')) picture.removeAttribute('contenteditable');
  // After a list or a table the editor keeps an empty line.
  if (body.lastElementChild?.matches('p:empty')) body.lastElementChild.remove();
  return body.innerHTML;
}

function survives(block: ChildNode[], schema: Schema): boolean {
  const { body } = parseHtml('');
  body.append(...block.map((node) => node.cloneNode(true)));
  const document = ModelParser.fromSchema(schema).parse(body);
  return !hasRaggedTable(document) && meaningOf(body) === meaningOf(parseHtml(htmlOf(document)).body);
}

/** Rows of different lengths would be filled up with empty cells. */
function hasRaggedTable(document: ModelNode): boolean {
  let found = false;
  document.descendants((node) => {
    if (node.type.name === 'table' && TableMap.get(node).problems) found = true;
  });
  return found;
}

/** The editor has the caption before the table. */
function mergeCaption(block: Element): void {
  const [given, table] = block.children;
  if (!given || !table) return;
  if (given.childNodes.length > 0) {
    const caption = block.ownerDocument.createElement('caption');
    for (const name of given.getAttributeNames()) caption.setAttribute(name, given.getAttribute(name) ?? '');
    caption.append(...given.childNodes);
    table.prepend(caption);
  }
  block.replaceWith(table);
}

/** The editor has all rows in one body, each with the name of its part. */
function groupRows(table: HTMLTableElement): void {
  table.removeAttribute('data-inner');
  const rows = [...table.querySelectorAll<HTMLTableRowElement>(':scope > tbody > tr[data-section]')];
  if (rows.length === 0) return;
  const sections = rows.map(({ dataset }) => dataset.section);
  const bodyFrom = sections.lastIndexOf('thead') + 1;
  const firstFoot = sections.indexOf('tfoot', bodyFrom);
  const footFrom = firstFoot < 0 ? rows.length : firstFoot;
  table.tBodies[0]?.remove();
  for (const [name, from, to] of [
    ['thead', 0, bodyFrom],
    ['tbody', bodyFrom, footFrom],
    ['tfoot', footFrom, rows.length],
  ] as const) {
    const own = rows.slice(from, to);
    if (own.length === 0) continue;
    const section = table.ownerDocument.createElement(name);
    section.append(...own);
    table.append(section);
    for (const heading of section.querySelectorAll('th[scope=auto]'))
      heading.setAttribute('scope', name === 'thead' ? 'col' : 'row');
  }
  for (const row of rows) row.removeAttribute('data-section');
}

/** In the editor, each item and each cell has a paragraph. */
function unwrapImplied(parent: Element): void {
  const [first, ...others] = parent.children;
  if (!first?.matches('p') || first.attributes.length > 0) return;
  if (others.every((other) => other.matches('ul, ol'))) first.replaceWith(...first.childNodes);
}

const ACTIVE =
  'script, style, link, meta, base, template, noscript, iframe, object, embed, form, input, button, select, textarea, svg, math, audio, video, canvas';

/**
 * An inert copy of the block: it may have been pasted from anywhere, and is inserted into the page before it is
 * sanitized.
 */
export function passiveElement(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll(ACTIVE)) element.remove();
  for (const element of template.content.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!isKeptAttribute(name, element) || leadsToScript(name, element)) element.removeAttribute(name);
    }
  }
  return (template.content.firstElementChild as HTMLElement | null) ?? document.createElement('div');
}

function leadsToScript(name: string, element: Element): boolean {
  return name === 'href' && !/^\s*(?:https?:|mailto:|tel:|[/?#])/i.test(element.getAttribute(name) ?? '');
}
