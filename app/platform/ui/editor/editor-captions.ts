/** Captions of pictures and tables, and the sources of quotes. */
import { type Editor, Extension, findParentNode } from '@tiptap/core';
import type { Attrs, Node as ModelNode } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';

const captions = ['figcaption', 'tableCaption', 'quoteSource'];

/** Whether the cursor is where only text is allowed. */
export function isInCaption(editor: Editor): boolean {
  return captions.includes(editor.state.selection.$from.parent.type.name);
}

/** Enter leaves a caption, and Backspace at its beginning selects its picture or table. */
export const CaptionKeys = Extension.create({
  name: 'captionKeys',
  priority: 1000,
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => leaveCaption(editor),
    Backspace: ({ editor }) => selectCaptioned(editor),
  }),
});

function leaveCaption(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  if (!isInCaption(editor)) return false;
  if ($from.parent.type.name === 'tableCaption')
    return editor.commands.setTextSelection(TextSelection.near(editor.state.doc.resolve($from.after())));
  const after = $from.after($from.depth - 1);
  return editor
    .chain()
    .insertContentAt(after, { type: 'paragraph' })
    .setTextSelection(after + 1)
    .run();
}

function selectCaptioned(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!isInCaption(editor) || !empty || $from.parentOffset > 0) return false;
  if ($from.parent.type.name === 'quoteSource') return false;
  return editor.commands.setNodeSelection($from.before($from.depth - 1));
}

/** Moves to the caption of the picture or table at the cursor; a picture without a figure gets one. */
export function goToCaption(editor: Editor): void {
  const { selection, schema } = editor.state;
  if (selection instanceof NodeSelection && selection.node.type.name === 'image') {
    insertFigure(editor, selection.node.attrs);
    return;
  }
  const selected = selection instanceof NodeSelection && isCaptioned(selection.node);
  const pos = selected ? selection.from : findParentNode(isCaptioned)(selection)?.pos;
  const captioned = pos === undefined ? null : editor.state.doc.nodeAt(pos);
  if (pos === undefined || !captioned) return;
  const isTable = captioned.type === schema.nodes.captionedTable;
  const caption = captioned.child(isTable ? 0 : 1);
  const start = pos + 2 + (isTable ? 0 : captioned.child(0).nodeSize);
  editor
    .chain()
    .focus()
    .setTextSelection(start + caption.content.size)
    .run();
}

function isCaptioned({ type }: ModelNode): boolean {
  return type.name === 'figure' || type.name === 'captionedTable';
}

/** Replaces the selection with a picture, and moves the cursor to its caption. */
export function insertFigure(editor: Editor, { src, alt, width, height }: Attrs): void {
  insertCaptioned(editor, {
    type: 'figure',
    content: [{ type: 'figureImage', attrs: { src, alt, width, height } }, { type: 'figcaption' }],
  });
}

/** Replaces the selection with an empty table of three rows and columns, and moves the cursor to its caption. */
export function insertTable(editor: Editor): void {
  const row = (type: string, section: string) => ({
    type: 'tableRow',
    attrs: { section },
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  });
  const rows = [row('tableHeader', 'thead'), row('tableCell', 'tbody'), row('tableCell', 'tbody')];
  const table = { type: 'table', content: rows };
  insertCaptioned(editor, { type: 'captionedTable', content: [{ type: 'tableCaption' }, table] });
}

function insertCaptioned(editor: Editor, json: object): void {
  const node = editor.schema.nodeFromJSON(json);
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      tr.replaceSelectionWith(node);
      tr.doc.descendants((found, pos) => {
        if (found === node) tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1)));
        return found !== node;
      });
      tr.scrollIntoView();
      return true;
    })
    .run();
}

/** Moves to the source of the quote at the cursor, which gets one if it has none. */
export function goToSource(editor: Editor): void {
  const quote = findParentNode(({ type }) => type.name === 'blockquote')(editor.state.selection);
  if (!quote) return;
  const end = quote.pos + quote.node.nodeSize - 1;
  const chain = editor.chain().focus();
  if (quote.node.lastChild?.type.name === 'quoteSource') chain.setTextSelection(end - 1).run();
  else
    chain
      .insertContentAt(end, { type: 'quoteSource' })
      .setTextSelection(end + 1)
      .run();
}

/** Turns the selection into a quote, or a quote into plain text: then its source becomes a paragraph. */
export function toggleQuote(editor: Editor): void {
  const quote = findParentNode(({ type }) => type.name === 'blockquote')(editor.state.selection);
  const source = quote?.node.lastChild;
  if (!quote || source?.type.name !== 'quoteSource') {
    editor.chain().focus().toggleBlockquote().run();
    return;
  }
  const { paragraph } = editor.schema.nodes;
  if (!paragraph) return;
  const blocks = quote.node.children.map((block) =>
    block === source ? paragraph.create(null, source.content) : block,
  );
  const { anchor } = editor.state.selection;
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      tr.replaceWith(quote.pos, quote.pos + quote.node.nodeSize, blocks);
      tr.setSelection(TextSelection.near(tr.doc.resolve(anchor - 1)));
      return true;
    })
    .run();
}
