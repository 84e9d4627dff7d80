/** The elements of a text in the editor. Everything else is kept as a block that never changes. */
import { type AnyExtension, Extension, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { figureClasses } from '#app/platform/html/figure-widths.ts';
import { CaptionKeys } from './editor-captions.ts';
import { passiveElement } from './editor-html.ts';

const Basics = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(adapt);
  },
}).configure({
  heading: { levels: [2, 3, 4] },
  link: {
    openOnClick: false,
    protocols: ['http', 'https', 'mailto', 'tel'],
    HTMLAttributes: { target: null, rel: null },
  },
  underline: {},
});

/** Elements that one button sets, first the one it writes. */
const spellings: Record<string, [string, ...string[]]> = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  strike: ['s', 'del'],
};

function adapt(extension: AnyExtension): AnyExtension {
  if (extension.name === 'blockquote') return extension.extend({ content: 'block+ quoteSource?' });
  // Code can be linked or emphasized.
  if (extension.name === 'code') return extension.extend({ excludes: 'code' });
  const names = spellings[extension.name];
  if (!names) return extension;
  const [usual] = names;
  const spelling = {
    default: usual,
    rendered: false,
    parseHTML: ({ localName }: HTMLElement) => (names.includes(localName) ? localName : usual),
  };
  return (extension as Mark).extend({
    addAttributes: () => ({ spelling }),
    renderHTML: ({ mark, HTMLAttributes }) => [mark.attrs.spelling, HTMLAttributes, 0],
  });
}

const languageTypes = `
  paragraph heading blockquote quoteSource bulletList orderedList listItem codeBlock figure figcaption table
  tableCaption tableRow tableCell tableHeader bold italic strike underline code link`
  .trim()
  .split(/\s+/);

const nothing = { default: null };

/** Attributes without a button. */
const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    { types: languageTypes, attributes: { lang: nothing, dir: nothing } },
    { types: ['link'], attributes: { hreflang: nothing } },
    {
      types: ['orderedList'],
      attributes: {
        reversed: { default: null, parseHTML: (element) => element.getAttribute('reversed') },
      },
    },
    {
      // Those that the editor adds to items and cells are left out again.
      types: ['paragraph'],
      attributes: {
        written: {
          default: false,
          parseHTML: () => true,
          renderHTML: ({ written }) => (written ? { 'data-written': '' } : {}),
        },
      },
    },
  ],
});

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'figureImage figcaption',
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    size: {
      default: '',
      parseHTML: ({ className }: HTMLElement) => (figureClasses.includes(className) ? className : ''),
      renderHTML: ({ size }: { size?: string }) => (size ? { class: size } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

/** The picture of a figure is selected and deleted together with its caption. */
const FigureImage = Node.create({
  name: 'figureImage',
  selectable: false,
  addAttributes: () =>
    Object.fromEntries(['src', 'alt', 'width', 'height'].map((name) => [name, { default: null }])),
  parseHTML: () => [{ tag: 'img[src]', context: 'figure/', priority: 100 }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes, { contenteditable: 'false' })],
});

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

const QuoteSource = Node.create({
  name: 'quoteSource',
  content: 'inline*',
  parseHTML: () => [{ tag: 'cite', context: 'blockquote/', priority: 100 }],
  renderHTML: ({ HTMLAttributes }) => ['cite', HTMLAttributes, 0],
});

/** Table editing takes every child of a table for a row, so the caption is before it. */
const CaptionedTable = Node.create({
  name: 'captionedTable',
  group: 'block',
  content: 'tableCaption table',
  isolating: true,
  parseHTML: () => [
    { tag: 'table-block' },
    { tag: 'table:not([data-inner])', priority: 100, contentElement: (table) => parted(table as Element) },
  ],
  renderHTML: () => ['table-block', 0],
});

function parted(table: Element): HTMLElement {
  const parts = table.ownerDocument.createElement('table-block');
  const inner = table.cloneNode(true) as Element;
  inner.setAttribute('data-inner', '');
  const given = inner.querySelector(':scope > caption');
  given?.remove();
  const caption = table.ownerDocument.createElement('table-caption');
  for (const name of given?.getAttributeNames() ?? [])
    caption.setAttribute(name, given?.getAttribute(name) ?? '');
  caption.append(...(given?.childNodes ?? []));
  parts.append(caption, inner);
  return parts;
}

const TableCaption = Node.create({
  name: 'tableCaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'table-caption' }],
  renderHTML: ({ HTMLAttributes }) => ['table-caption', HTMLAttributes, 0],
});

const tables = [
  CaptionedTable,
  TableCaption,
  Table.extend({
    group: '',
    parseHTML: () => [{ tag: 'table' }],
    renderHTML: ({ HTMLAttributes }) => ['table', { ...HTMLAttributes, 'data-inner': '' }, ['tbody', 0]],
    addCommands() {
      return {
        ...this.parent?.(),
        deleteTable:
          () =>
          ({ commands }) =>
            commands.deleteNode('captionedTable'),
      };
    },
  }),
  TableRow.extend({
    addAttributes: () => ({
      section: {
        default: 'tbody',
        parseHTML: (row) => row.getAttribute('data-section') ?? row.parentElement?.localName,
        renderHTML: ({ section }) => ({ 'data-section': section }),
      },
    }),
  }),
  TableCell,
  TableHeader.extend({
    addAttributes() {
      const scope = {
        // A new cell gets the scope of its part of the table; an old one without scope gets none.
        default: 'auto',
        parseHTML: (cell: HTMLElement) => cell.getAttribute('scope') ?? '',
        renderHTML: (attributes: { scope?: string }) => (attributes.scope ? { scope: attributes.scope } : {}),
      };
      return { ...this.parent?.(), scope };
    },
  }),
];

const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML: () => [
    { tag: 'kept-block', priority: 200, getAttrs: ({ innerHTML }) => ({ html: innerHTML }) },
    { tag: 'dl', priority: 200, getAttrs: ({ outerHTML }) => ({ html: outerHTML }) },
  ],
  renderHTML: ({ node }) => ['kept-block', passiveElement(node.attrs.html)],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('kept-block');
      dom.append(passiveElement(node.attrs.html));
      dom.contentEditable = 'false';
      return { dom };
    },
});

/** Inline elements that the sanitizer allows and the editor has no button for. Text typed after them is outside. */
const keptMarks = ['sub', 'sup', 'small', 'mark', 'cite', 'q', 'abbr', 'time', 'ins', 'span'].map((tag) =>
  Mark.create({
    name: `kept-${tag}`,
    inclusive: false,
    addAttributes: () =>
      Object.fromEntries(['title', 'datetime', 'lang', 'dir'].map((name) => [name, { default: null }])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  }),
);

export const editorExtensions = [
  Basics,
  KeptAttributes,
  Image,
  Figure,
  FigureImage,
  Figcaption,
  QuoteSource,
  ...tables,
  KeptBlock,
  ...keptMarks,
  CaptionKeys,
];
