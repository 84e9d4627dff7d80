/** What HTML means to a reader: the same text in the same elements, whatever the nesting and spacing. */
import { figureClasses } from '#app/platform/html/figure-widths.ts';

const keptAttributes =
  'href hreflang src alt width height title lang dir datetime scope colspan rowspan start reversed'.split(
    ' ',
  );

/** Whether an attribute survives saving, and is not one that the site itself sets. */
export function isKeptAttribute(name: string, element: Element): boolean {
  if (name === 'class') return element.localName === 'figure' && figureClasses.includes(element.className);
  return keptAttributes.includes(name);
}

/** Whether both mean the same to a reader: the same text in the same elements, whatever the nesting and spacing. */
export function meansTheSame(one: string, two: string): boolean {
  return meaningOf(parseHtml(one).body) === meaningOf(parseHtml(two).body);
}

/** Parsed without loading or running anything. */
export function parseHtml(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

const INLINE = new Set(
  'a abbr b bdi bdo br cite code del em i img ins mark q s small span strong sub sup time u'.split(' '),
);

export function isInline(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE || INLINE.has((node as Element).localName);
}

/**
 * The blocks of an element: each block element on its own; adjacent text and inline elements together. Without comments
 * and blank text.
 */
export function blocksOf(parent: ParentNode): ChildNode[][] {
  const blocks: ChildNode[][] = [];
  let run: ChildNode[] | null = null;
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.COMMENT_NODE) continue;
    if (!isInline(node)) {
      run = null;
      blocks.push([node]);
    } else if (run) run.push(node);
    else {
      run = [node];
      blocks.push(run);
    }
  }
  return blocks.filter((block) => block.some((node) => !isBlank(node)));
}

function isBlank(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && /^[ \t\n\r\f]*$/.test(node.textContent ?? '');
}

/** The meaning of an element's content, as a text that is equal where readers see no difference. */
export function meaningOf(parent: ParentNode): string {
  return blocksOf(parent).map(meaningOfBlock).join('');
}

function meaningOfBlock(block: ChildNode[]): string {
  const [first] = block;
  const telling = block.filter((node) => !isBlank(node));
  if (telling.every((node) => (node as Element).localName === 'img'))
    return telling.map((node) => startTag(node as Element)).join('');
  if (!first || isInline(first)) return paragraph('<p>', block);
  const element = first as Element;
  if (element.localName === 'p') return paragraph(startTag(element), [...element.childNodes]);
  const content = element.localName === 'pre' ? element.innerHTML : meaningOf(element);
  return `${startTag(element)}${content}</${element.localName}>`;
}

/** An empty one means nothing. */
function paragraph(start: string, nodes: ChildNode[]): string {
  const words = meaningOfWords(nodes);
  return words === '' ? '' : `${start}${words}</p>`;
}

type Part = { marks: string; text: string };

/** The text with the marks on each part, in any nesting; white space as browsers show it. */
function meaningOfWords(nodes: ChildNode[]): string {
  const shown: Part[] = [];
  for (const { marks, text } of nodes.flatMap((node) => partsOf(node, []))) {
    const last = shown.at(-1);
    if (last && (text === '<br>' || text.startsWith(' '))) last.text = last.text.replace(/ $/, '');
    const isFirst = !last || last.text === '<br>';
    const rest = isFirst ? text.replace(/^ /, '') : text;
    if (rest !== '') shown.push({ marks, text: rest });
  }
  const last = shown.at(-1);
  if (last) last.text = last.text.replace(/ $/, '');
  let marked = '';
  return shown
    .filter(({ text }) => text !== '')
    .map(({ marks, text }) => {
      const isSame = marks === marked;
      marked = marks;
      return isSame ? text : `{${marks}}${text}`;
    })
    .join('');
}

function partsOf(node: Node, marks: string[]): Part[] {
  const outer = marks.join('');
  if (node.nodeType === Node.TEXT_NODE) return [{ marks: outer, text: nodeTextOf(node) }];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const element = node as Element;
  const start = startTag(element);
  if (/^(br|img)$/.test(element.localName)) return [{ marks: outer, text: start }];
  const inner = [...new Set([...marks, start])].sort();
  return [...element.childNodes].flatMap((child) => partsOf(child, inner));
}

/** Without anything that looks like an element or a mark. */
function nodeTextOf({ textContent }: Node): string {
  return (textContent ?? '')
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/[&<{]/g, (sign) => `&${sign.charCodeAt(0)};`);
}

/** With the attributes that survive saving, without those that the site sets on every link and picture. */
function startTag(element: Element): string {
  const attributes = element
    .getAttributeNames()
    .filter(
      (name) => isKeptAttribute(name, element) && !(/span$/.test(name) && element.getAttribute(name) === '1'),
    )
    .sort();
  const told = attributes.map((name) => ` ${name}="${element.getAttribute(name)}"`);
  return `<${element.localName}${told.join('')}>`;
}
