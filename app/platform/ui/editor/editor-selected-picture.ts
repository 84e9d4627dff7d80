/** The picture of a text that is selected: what is said about it, and what can be done with it. */
import { type Editor, findParentNode } from '@tiptap/core';
import type { Node as ModelNode } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { TextPicture } from './editor-figures.ts';

/** `caption` is its text without markup, `size` a value of `figureWidths`. */
export type PictureFacts = TextPicture & { caption: string; size: string };

export type SelectedPicture = PictureFacts & {
  /** Whether there is text or another picture before or after it. */
  canMove: { up: boolean; down: boolean };
  /** Changes some of it. A picture without a figure gets one for a caption or a size. */
  change: (changes: Partial<PictureFacts>) => void;
  /** Moves it before the block above, or after the block below. */
  move: (direction: 'up' | 'down') => void;
  /** Removes it with its caption. */
  remove: () => void;
};

type Found = { pos: number; node: ModelNode };

/** The figure or picture that is selected, or whose caption has the cursor. */
export function findSelectedPicture({ state: { selection } }: Editor): Found | undefined {
  const isSelected = selection instanceof NodeSelection && isPicture(selection.node);
  return isSelected
    ? { pos: selection.from, node: selection.node }
    : findParentNode(({ type }) => type.name === 'figure')(selection);
}

function isPicture({ type }: ModelNode): boolean {
  return type.name === 'figure' || type.name === 'image';
}

/** Undefined if none is selected. */
export function openSelectedPicture(editor: Editor): SelectedPicture | undefined {
  const found = findSelectedPicture(editor);
  if (!found) return undefined;
  const { pos, node } = found;
  const isFigure = node.type.name === 'figure';
  const { src, alt, width, height } = (isFigure ? node.child(0) : node).attrs;
  const target = (direction: 'up' | 'down') => placeBeyond(editor.state.doc, found, direction);
  return {
    src,
    alt: alt ?? '',
    width,
    height,
    caption: isFigure ? captionTextOf(node.child(1)) : '',
    size: isFigure ? node.attrs.size : '',
    canMove: { up: target('up') !== undefined, down: target('down') !== undefined },
    change(changes) {
      const { tr } = editor.state;
      if (!isFigure && (changes.caption || changes.size)) wrapPicture(tr, found);
      change(tr, pos, changes);
      editor.view.dispatch(tr);
    },
    move(direction) {
      const to = target(direction);
      if (to === undefined) return;
      const { tr } = editor.state;
      tr.delete(pos, pos + node.nodeSize);
      const at = tr.mapping.map(to);
      tr.insert(at, node).setSelection(NodeSelection.create(tr.doc, at));
      editor.view.dispatch(tr.scrollIntoView());
    },
    remove() {
      const { tr } = editor.state;
      tr.delete(pos, pos + node.nodeSize);
      tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size))));
      editor.view.dispatch(tr);
      editor.view.focus();
    },
  };
}

/** Where a picture is after it has moved; one inside a quote or a list leaves it. Undefined at the end of the text. */
function placeBeyond(doc: ModelNode, { pos, node }: Found, direction: 'up' | 'down'): number | undefined {
  const $pos = doc.resolve(pos);
  const isNested = $pos.depth > 0;
  if (direction === 'up') {
    if (isNested) return $pos.before(1);
    return $pos.nodeBefore ? pos - $pos.nodeBefore.nodeSize : undefined;
  }
  if (isNested) return $pos.after(1);
  const next = doc.resolve(pos + node.nodeSize).nodeAfter;
  // The editor keeps an empty line at the end.
  const isEnd = next === doc.lastChild && next?.content.size === 0;
  return next && !isEnd ? pos + node.nodeSize + next.nodeSize : undefined;
}

function wrapPicture(tr: Transaction, { pos, node }: Found): void {
  const { figure, figureImage, figcaption } = node.type.schema.nodes;
  if (!figure || !figureImage || !figcaption) return;
  const { src, alt, width, height } = node.attrs;
  const content = [figureImage.create({ src, alt, width, height }), figcaption.create()];
  tr.replaceWith(pos, pos + node.nodeSize, figure.create(null, content));
  tr.setSelection(NodeSelection.create(tr.doc, pos));
}

function change(tr: Transaction, pos: number, { caption, size, ...picture }: Partial<PictureFacts>): void {
  const node = tr.doc.nodeAt(pos);
  const isFigure = node?.type.name === 'figure';
  for (const [name, value] of Object.entries(picture))
    tr.setNodeAttribute(isFigure ? pos + 1 : pos, name, value);
  if (!isFigure) return;
  if (size !== undefined) tr.setNodeAttribute(pos, 'size', size);
  if (caption !== undefined) changeText(tr, pos + 3, captionTextOf(node.child(1)), caption);
}

/** What is the same at both ends stays as it is, with its markup. */
function changeText(tr: Transaction, start: number, before: string, after: string): void {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let end = 0;
  while (end < shorter - same && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (same === before.length && same === after.length) return;
  tr.insertText(after.slice(same, after.length - end), start + same, start + before.length - end);
}

/** One character for each position, so that line breaks are spaces. */
function captionTextOf(caption: ModelNode): string {
  return caption.textBetween(0, caption.content.size, ' ', ' ');
}
