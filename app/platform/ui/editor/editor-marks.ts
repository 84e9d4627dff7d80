/** What the buttons for headings of tables and for languages need. */
import type { Editor } from '@tiptap/core';
import { guessForeignLanguage } from '#app/platform/accessibility/guess-language.ts';

/** Whether the table at the cursor has a cell that is a heading. */
export function hasHeader({ state }: Editor): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'table') {
      let found = false;
      $from.node(depth).descendants(({ type }) => {
        found ||= type.name === 'tableHeader';
        return !found;
      });
      return found;
    }
  return false;
}

/** Whether the paragraph at the cursor is, or looks as if it were, in another language. */
export function isMarkedOrForeign({ state }: Editor): boolean {
  const { parent } = state.selection.$from;
  if (!BLOCKS.includes(parent.type.name)) return false;
  return parent.attrs.lang !== null || guessForeignLanguage(parent.textContent) !== undefined;
}

const BLOCKS = ['paragraph', 'heading'];

/** Asks for the language of the paragraph at the cursor. */
export function askForLanguage(editor: Editor): void {
  const { parent } = editor.state.selection.$from;
  const typed = window.prompt(
    'Language of this paragraph, such as fr or es (leave empty for English)',
    parent.attrs.lang ?? '',
  );
  if (typed === null) return;
  const lang = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(typed.trim()) ? typed.trim() : null;
  editor.chain().focus().updateAttributes(parent.type.name, { lang }).run();
}
