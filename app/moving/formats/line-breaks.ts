/** Paragraphs of text that has only line breaks, as WordPress's classic editor stores it (its `wpautop`). */
import { element, type HtmlNode, isElement } from './html-tree.ts';

/** Elements that end a paragraph. */
const BLOCKS = new Set(
  `table thead tbody tfoot tr td th caption colgroup col div dl dd dt ul ol li pre form blockquote address p
  h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside header footer nav figure figcaption details summary
  main center`
    .trim()
    .split(/\s+/),
);

/** Blocks whose text can be several paragraphs. */
const CONTAINERS = new Set(['div', 'blockquote', 'section', 'article', 'aside', 'main', 'center', 'details']);

/** Blocks whose text gets paragraphs only if it has an empty line. */
const CELLS = new Set(['li', 'td', 'th', 'dd', 'figcaption']);

const EMPTY_LINE = /\n[ \t]*\n/;

/** The same nodes: text between empty lines is a paragraph, other line breaks are `<br>`. */
export function breakLines(nodes: HtmlNode[]): HtmlNode[] {
  const out: HtmlNode[] = [];
  let line: HtmlNode[] = [];
  const endParagraph = () => {
    const inside = withBreaks(line);
    if (inside.length > 0) out.push(element('p', {}, inside));
    line = [];
  };
  for (const node of nodes) {
    if (isElement(node, ...BLOCKS)) {
      endParagraph();
      out.push(breakInside(node));
    } else if (typeof node === 'string') {
      const [first = '', ...others] = node.split(/\n[ \t]*\n\s*/);
      line.push(first);
      for (const other of others) {
        endParagraph();
        line.push(other);
      }
    } else line.push(node);
  }
  endParagraph();
  return out;
}

function breakInside(node: HtmlNode): HtmlNode {
  if (typeof node === 'string' || node.name === 'pre') return node;
  const { name, attributes, children } = node;
  if (CONTAINERS.has(name)) return { name, attributes, children: breakLines(children) };
  if (CELLS.has(name) && children.some((child) => typeof child === 'string' && EMPTY_LINE.test(child)))
    return { name, attributes, children: breakLines(children) };
  const isText = CELLS.has(name) || /^(p|h\d)$/.test(name);
  return {
    ...{ name, attributes },
    children: isText
      ? withBreaks(children.map(breakNested))
      : children.map((child) => (isElement(child, ...BLOCKS) ? breakInside(child) : child)),
  };
}

/** Lists and tables inside of a cell. */
function breakNested(node: HtmlNode): HtmlNode {
  return isElement(node, ...BLOCKS) ? breakInside(node) : node;
}

/** Inline nodes without space at the ends, and with their line breaks as elements. */
function withBreaks(nodes: HtmlNode[]): HtmlNode[] {
  const out = nodes.flatMap((node, at) => {
    if (typeof node !== 'string') return [isElement(node, ...BLOCKS, 'br') ? node : inlineBreaks(node)];
    let text = node;
    if (at === 0 || isBreak(nodes[at - 1])) text = text.replace(/^\s+/, '');
    if (at === nodes.length - 1 || isBreak(nodes[at + 1])) text = text.trimEnd();
    return textBreaks(text);
  });
  return out.some((node) => typeof node !== 'string' || node.trim() !== '') ? out : [];
}

function isBreak(node: HtmlNode | undefined): boolean {
  return isElement(node, 'br', ...BLOCKS);
}

function inlineBreaks(node: HtmlNode): HtmlNode {
  if (typeof node === 'string' || node.name === 'code') return node;
  const children = node.children.flatMap((child) =>
    typeof child === 'string' ? textBreaks(child) : [inlineBreaks(child)],
  );
  return { ...node, children };
}

function textBreaks(text: string): HtmlNode[] {
  if (!text.includes('\n')) return [text];
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const start = at > 0 ? line.trimStart() : line;
    const words = at < lines.length - 1 ? start.trimEnd() : start;
    return [...(at > 0 ? [element('br')] : []), ...(words === '' ? [] : [words])];
  });
}
