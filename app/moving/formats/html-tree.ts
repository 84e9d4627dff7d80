/** HTML of other systems as a tree, to be rewritten before the sanitizer sees it. */
import { Parser } from 'htmlparser2';

/** A comment is an element named '#comment', with its text as the only child. */
export type HtmlElement = { name: string; attributes: Record<string, string>; children: HtmlNode[] };
export type HtmlNode = string | HtmlElement;

/** Beyond them the sanitizer keeps only the text, so a tree would be of no use. */
const MOST_OPEN = 500;
const MOST_ELEMENTS = 20_000;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Their text is not markup. */
const RAW = new Set(['script', 'style']);

/** What is in them is not read by people. */
const UNREAD = new Set(['#comment', 'script', 'style', 'template']);

/** The tree of some HTML, read as browsers do; undefined when it is larger or deeper than any text. Never throws. */
export function readHtml(html: string): HtmlNode[] | undefined {
  const builder = new Builder();
  const parser = new Parser(builder, { decodeEntities: true });
  try {
    parser.end(html);
  } catch (error) {
    if (error === TOO_MUCH) return undefined;
    throw error;
  }
  return builder.root.children;
}

/** The tree as HTML, without comments. */
export function writeHtml(nodes: HtmlNode[]): string {
  return nodes.map(writeNode).join('');
}

function textIn(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return UNREAD.has(node.name) ? '' : node.children.map(textIn).join('');
}

/** The same on one line. */
export function lineIn(node: HtmlNode | undefined): string {
  return node === undefined ? '' : textIn(node).replace(/\s+/g, ' ').trim();
}

export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: HtmlNode[] = [],
): HtmlElement {
  return { name, attributes, children };
}

/** A paragraph with only a link. */
export function linkParagraph(address: string, text: string): HtmlElement {
  return element('p', {}, [element('a', { href: address }, [text || address])]);
}

export function isElement(node: HtmlNode | undefined, ...names: string[]): node is HtmlElement {
  return typeof node === 'object' && (names.length === 0 || names.includes(node.name));
}

/** Whether one of the element's classes is one of these. */
export function hasClass(node: HtmlNode, ...classes: string[]): boolean {
  if (typeof node === 'string') return false;
  const own = (node.attributes.class ?? '').split(/\s+/);
  return classes.some((name) => own.includes(name));
}

/** The first element below, or the node itself, that passes. */
export function findElement(
  nodes: HtmlNode[],
  passes: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (passes(node)) return node;
    const found = findElement(node.children, passes);
    if (found) return found;
  }
  return undefined;
}

export function listElements(nodes: HtmlNode[], passes: (element: HtmlElement) => boolean): HtmlElement[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : passes(node) ? [node] : listElements(node.children, passes),
  );
}

const TOO_MUCH = new Error('too much markup');

class Builder {
  readonly root: HtmlElement = element('#root');
  readonly #open: HtmlElement[] = [this.root];
  #count = 0;

  onopentag(name: string, attributes: Record<string, string>): void {
    if (++this.#count > MOST_ELEMENTS || this.#open.length > MOST_OPEN) throw TOO_MUCH;
    const opened = element(name, attributes);
    this.#parent.children.push(opened);
    this.#open.push(opened);
  }

  ontext(data: string): void {
    const { children } = this.#parent;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + data;
    else children.push(data);
  }

  oncomment(data: string): void {
    if (++this.#count > MOST_ELEMENTS) throw TOO_MUCH;
    this.#parent.children.push(element('#comment', {}, [data]));
  }

  onclosetag(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  get #parent(): HtmlElement {
    return this.#open.at(-1) as HtmlElement;
  }
}

function writeNode(node: HtmlNode): string {
  if (typeof node === 'string') return escapeText(node);
  const { name, attributes, children } = node;
  if (name === '#comment') return '';
  const given = Object.entries(attributes)
    .filter(([attribute]) => /^[a-z][\w:-]*$/i.test(attribute))
    .map(([attribute, value]) => ` ${attribute}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('');
  if (VOID.has(name)) return `<${name}${given}>`;
  return `<${name}${given}>${RAW.has(name) ? '' : writeHtml(children)}</${name}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
