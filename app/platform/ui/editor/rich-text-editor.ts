/** The editor over HTML fields; its code is loaded only where text is edited. */
import { Editor } from '@tiptap/core';
import {
  goToCaption,
  goToSource,
  insertFigure,
  insertTable,
  isInCaption,
  toggleQuote,
} from './editor-captions.ts';
import { describePictures, insertFigureAt, type TextPicture, trackPositions } from './editor-figures.ts';
import { htmlOf, prepareHtml } from './editor-html.ts';
import { askForLanguage, hasHeader, isMarkedOrForeign } from './editor-marks.ts';
import { editorExtensions } from './editor-schema.ts';
import { findSelectedPicture, openSelectedPicture, type SelectedPicture } from './editor-selected-picture.ts';
import { meansTheSame } from './html-meaning.ts';
import { picturesIn } from './pictures-in.ts';

export type EditorCommand =
  | 'bold'
  | 'italic'
  | 'heading2'
  | 'heading3'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'link'
  | 'image'
  | 'table'
  | 'undo'
  | 'redo'
  | 'caption'
  | 'source'
  | 'addRow'
  | 'removeRow'
  | 'addColumn'
  | 'removeColumn'
  | 'removeTable'
  | 'headerRow'
  | 'language';

/** What the editor asks for pictures; set later by what handles it. */
export type Pictures = {
  /** A picture is to be chosen. */
  onPicture: () => void;
  /** Pictures were dropped or pasted: each is put where `insert` was called for. */
  onFiles: (files: File[], insert: (picture: TextPicture) => void) => void;
};

export type EditorHandle = {
  run: (command: EditorCommand) => void;
  /** Whether it applies at the cursor, to what is typed next; undefined for one-time commands. False without focus. */
  isActive: (command: EditorCommand) => boolean | undefined;
  /** Whether it has an effect at the cursor. */
  can: (command: EditorCommand) => boolean;
  /** Puts a picture at the cursor; after the one that is selected, if one is. */
  insertPicture: (picture: TextPicture) => void;
  /** The picture that is selected; undefined if none is. */
  selectedPicture: () => SelectedPicture | undefined;
  /** Changes the alternative text of all pictures with this address. */
  describe: (src: string, alt: string) => void;
  /** The HTML as it would be sent. */
  text: () => string;
  /** Puts the focus where the cursor was. */
  focus: () => void;
  close: () => void;
};

/**
 * Opens an editor in `surface` on the HTML of `textarea`, which is updated with every change. The editor shows and
 * keeps what it can't edit. Null when it could not keep that HTML completely: then it must stay in the textarea.
 */
export function openEditor(
  surface: HTMLElement,
  textarea: HTMLTextAreaElement,
  labelId: string,
  pictures: Pictures,
  onChange: () => void,
): EditorHandle | null {
  const shown = { original: '', html: '' };
  const places = trackPositions();
  const take = (data: DataTransfer | null, at: number): boolean => {
    const files = picturesIn(data);
    if (files.length === 0) return false;
    const place = places.follow(at);
    pictures.onFiles(files, (picture) => insertFigureAt(editor, place.at, picture));
    return true;
  };
  const editor = new Editor({
    element: surface,
    injectCSS: false,
    extensions: editorExtensions,
    editorProps: {
      // Otherwise, a link inside a kept block would leave the page.
      handleDOMEvents: { click: (_, event) => event.preventDefault() },
      handleClickOn: (_view, _pos, node, pos, { target }) =>
        node.type.name === 'figure' && (target as Element).localName === 'img'
          ? editor.commands.setNodeSelection(pos)
          : false,
      handleDrop: (view, event) =>
        take(
          event.dataTransfer,
          view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to,
        ),
      handlePaste: (view, event) => take(event.clipboardData, view.state.selection.to),
      handleKeyDown: (_, event) => event.key === 'F10' && event.altKey && focusToolbar(surface),
      // Space for the toolbar, which stays in view.
      scrollThreshold: SCROLL_ROOM,
      scrollMargin: SCROLL_ROOM,
      attributes: () => ({
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Formatted text',
        'aria-describedby': [labelId, textarea.getAttribute('aria-describedby')].filter(Boolean).join(' '),
        'aria-required': String(textarea.required),
        'aria-invalid': textarea.getAttribute('aria-invalid') ?? 'false',
      }),
    },
    onUpdate: () => {
      const html = editorTextOf(editor);
      // Unchanged meaning keeps its original markup: a click alone is not a change.
      textarea.value = html === shown.html ? shown.original : html;
    },
    onTransaction: ({ transaction }) => {
      places.map(transaction.mapping);
      // Also for those that change nothing but the formatting of what is typed next.
      onChange();
    },
  });
  const show = () => {
    const content = prepareHtml(textarea.value, editor.schema);
    const setContent = editor.chain().setMeta('addToHistory', false);
    setContent.setContent(content, { emitUpdate: false }).run();
    shown.original = textarea.value;
    shown.html = editorTextOf(editor);
  };
  show();
  if (!meansTheSame(shown.original, shown.html)) {
    editor.destroy();
    return null;
  }
  const stopFollowing = followTextarea(editor, textarea, labelId, show);
  const focus = followFocus(surface.parentElement ?? surface, onChange);
  if (document.activeElement === textarea) editor.commands.focus('end');
  return {
    run: (command) => (command === 'image' ? pictures.onPicture() : commands[command](editor)),
    isActive(command) {
      const isActive = activeNames[command];
      return isActive && focus.isHere() && isActive(editor);
    },
    can: (command) => conditions[command]?.(editor) ?? true,
    insertPicture(picture) {
      const selected = findSelectedPicture(editor);
      if (!selected) return insertFigure(editor, picture);
      insertFigureAt(editor, selected.pos + selected.node.nodeSize, picture);
    },
    selectedPicture: () => openSelectedPicture(editor),
    describe: (src, alt) => describePictures(editor, src, alt),
    text: () => textarea.value,
    focus: () => editor.commands.focus(),
    close: () => {
      stopFollowing();
      focus.stop();
      editor.destroy();
    },
  };
}

const SCROLL_ROOM = { top: 150, right: 5, bottom: 20, left: 5 };

function editorTextOf(editor: Editor): string {
  return editor.isEmpty ? '' : htmlOf(editor.state.doc);
}

function focusToolbar(surface: HTMLElement): boolean {
  surface.parentElement?.querySelector<HTMLElement>('.toolbar button')?.focus();
  return true;
}

/** Whether the focus is in the text or its toolbar; before that, there is no cursor to see. */
function followFocus(frame: HTMLElement, onChange: () => void): { isHere: () => boolean; stop: () => void } {
  const ends = new AbortController();
  for (const name of ['focusin', 'focusout']) frame.addEventListener(name, onChange, { signal: ends.signal });
  return { isHere: () => frame.contains(document.activeElement), stop: () => ends.abort() };
}

/** What a script or an extension puts into the textarea appears in the editor; its label leads to the editor. */
function followTextarea(
  editor: Editor,
  textarea: HTMLTextAreaElement,
  labelId: string,
  show: () => void,
): () => void {
  const label = document.getElementById(labelId);
  const focus = (event: Event) => {
    event.preventDefault();
    editor.commands.focus();
  };
  // A problem from the server is marked on the textarea, and repeated on the editor.
  const mirror = new MutationObserver(() => editor.view.updateState(editor.state));
  mirror.observe(textarea, { attributeFilter: ['aria-invalid', 'aria-describedby'] });
  textarea.addEventListener('input', show);
  label?.addEventListener('click', focus);
  return () => {
    mirror.disconnect();
    textarea.removeEventListener('input', show);
    label?.removeEventListener('click', focus);
  };
}

const commands: Record<Exclude<EditorCommand, 'image'>, (editor: Editor) => void> = {
  bold: (editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor) => editor.chain().focus().toggleItalic().run(),
  heading2: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  heading3: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  quote: toggleQuote,
  bullets: (editor) => editor.chain().focus().toggleBulletList().run(),
  numbers: (editor) => editor.chain().focus().toggleOrderedList().run(),
  link: askForLink,
  table: insertTable,
  undo: (editor) => editor.chain().focus().undo().run(),
  redo: (editor) => editor.chain().focus().redo().run(),
  caption: goToCaption,
  source: goToSource,
  addRow: (editor) => editor.chain().focus().addRowAfter().run(),
  removeRow: (editor) => editor.commands.deleteRow() || editor.commands.deleteTable(),
  addColumn: (editor) => editor.chain().focus().addColumnAfter().run(),
  removeColumn: (editor) => editor.commands.deleteColumn() || editor.commands.deleteTable(),
  removeTable: (editor) => editor.chain().focus().deleteTable().run(),
  headerRow: (editor) => editor.chain().focus().toggleHeaderRow().run(),
  language: askForLanguage,
};

const activeNames: Partial<Record<EditorCommand, (editor: Editor) => boolean>> = {
  bold: (editor) => editor.isActive('bold'),
  italic: (editor) => editor.isActive('italic'),
  heading2: (editor) => editor.isActive('heading', { level: 2 }),
  heading3: (editor) => editor.isActive('heading', { level: 3 }),
  quote: (editor) => editor.isActive('blockquote'),
  bullets: (editor) => editor.isActive('bulletList'),
  numbers: (editor) => editor.isActive('orderedList'),
  link: (editor) => editor.isActive('link'),
  image: (editor) => findSelectedPicture(editor) !== undefined,
};

const isOutsideCaption = (editor: Editor) => !isInCaption(editor);
const isInTable = (editor: Editor) => editor.isActive('table');

const conditions: Partial<Record<EditorCommand, (editor: Editor) => boolean>> = {
  heading2: isOutsideCaption,
  heading3: isOutsideCaption,
  quote: (editor) => isOutsideCaption(editor) || editor.isActive('quoteSource'),
  bullets: isOutsideCaption,
  numbers: isOutsideCaption,
  image: isOutsideCaption,
  table: isOutsideCaption,
  undo: (editor) => editor.can().undo(),
  redo: (editor) => editor.can().redo(),
  caption: (editor) => ['image', 'figure', 'captionedTable'].some((name) => editor.isActive(name)),
  source: (editor) => editor.isActive('blockquote'),
  addRow: isInTable,
  removeRow: isInTable,
  addColumn: isInTable,
  removeColumn: isInTable,
  removeTable: (editor) => editor.isActive('captionedTable'),
  headerRow: (editor) => isInTable(editor) && !hasHeader(editor),
  language: (editor) => isMarkedOrForeign(editor),
};

function askForLink(editor: Editor): void {
  const href = window.prompt(
    'Link URL (leave empty to remove the link)',
    editor.getAttributes('link').href ?? 'https://',
  );
  if (href === null) return;
  const chain = editor.chain().focus().extendMarkRange('link');
  if (href.trim() === '' || href.trim() === 'https://') chain.unsetLink().run();
  else chain.setLink({ href: href.trim() }).run();
}
