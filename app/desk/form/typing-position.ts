/** Where someone was typing in a form, for the form that replaces it once it is saved. */
export type TypingPosition = { field: string; start: number; end: number; top: number; isEditor: boolean };

const EDITOR = '[contenteditable="true"]';

/** Undefined when the focus is not in a text field or an editor of this form. */
export function typingPositionIn(form: HTMLFormElement): TypingPosition | undefined {
  const focused = document.activeElement;
  if (!focused || !form.contains(focused)) return undefined;
  const top = window.scrollY;
  if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)
    return {
      field: focused.id,
      start: focused.selectionStart ?? 0,
      end: focused.selectionEnd ?? 0,
      top,
      isEditor: false,
    };
  const field = focused.closest('.field')?.querySelector('textarea')?.id;
  const range = window.getSelection()?.getRangeAt(0);
  if (!focused.matches(EDITOR) || !field || !range) return undefined;
  const before = document.createRange();
  before.selectNodeContents(focused);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return { field, start, end: start + range.toString().length, top, isEditor: true };
}

/** Puts the focus, the caret and the view back; in an editor, as soon as it is there. */
export function returnToPosition(form: HTMLFormElement, place: TypingPosition): void {
  const field = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${CSS.escape(place.field)}`);
  if (!field) return;
  if (!place.isEditor) {
    inView(place, () => putCaret(field, place));
    return;
  }
  const tryEditor = () => {
    const editor = field.closest('.field')?.querySelector<HTMLElement>(EDITOR);
    if (!editor?.checkVisibility()) return false;
    inView(place, () => selectIn(editor, place));
    return true;
  };
  if (tryEditor()) return;
  const waiting = new MutationObserver(() => tryEditor() && waiting.disconnect());
  waiting.observe(form, { childList: true, subtree: true, attributes: true });
}

function inView({ top }: TypingPosition, focus: () => void): void {
  focus();
  window.scrollTo({ top, behavior: 'instant' });
}

function putCaret(field: HTMLInputElement | HTMLTextAreaElement, { start, end }: TypingPosition): void {
  field.focus({ preventScroll: true });
  // Fields for dates and numbers have no caret.
  if (field.selectionStart !== null) field.setSelectionRange(start, end);
}

function selectIn(editor: HTMLElement, { start, end }: TypingPosition): void {
  editor.focus({ preventScroll: true });
  window.getSelection()?.setBaseAndExtent(...textAt(editor, start), ...textAt(editor, end));
}

function textAt(root: Node, offset: number): [Node, number] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = offset;
  let last: [Node, number] = [root, 0];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { length } = text.textContent ?? '';
    if (left <= length) return [text, left];
    left -= length;
    last = [text, length];
  }
  return last;
}
