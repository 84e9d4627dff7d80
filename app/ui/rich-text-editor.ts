/** The editor laid over HTML fields; its code is loaded only where text is edited. */
import { Editor, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';

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
  | 'undo';

export type EditorHandle = {
  run: (command: EditorCommand) => void;
  isActive: (command: EditorCommand) => boolean | undefined;
  close: () => void;
};

/**
 * Opens an editor in `surface` on the HTML of `textarea`, which is kept up to date with every change. Answers null
 * when the editor could not keep that HTML whole: then it must stay in the textarea.
 */
export function openEditor(
  surface: HTMLElement,
  textarea: HTMLTextAreaElement,
  labelId: string,
  onChange: () => void,
): EditorHandle | null {
  const original = textarea.value;
  const editor = new Editor({
    element: surface,
    content: original,
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: {
          openOnClick: false,
          protocols: ['http', 'https', 'mailto', 'tel'],
          HTMLAttributes: { target: null, rel: null },
        },
        underline: {},
      }),
      Image,
      TableKit.configure({ table: { resizable: false } }),
      KeptBlock,
      ...keptMarks,
    ],
    editorProps: {
      // A link inside a kept block would otherwise lead away from what is being written.
      handleDOMEvents: { click: (_, event) => event.preventDefault() },
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
      const html = htmlOf(editor);
      // What says the same stays as it was written: a click alone is no change.
      textarea.value = html === opened ? original : html;
      onChange();
    },
    onSelectionUpdate: onChange,
  });
  const opened = htmlOf(editor);
  if (losesContent(original, editor.getHTML())) {
    editor.destroy();
    return null;
  }
  const stopFollowing = followTextarea(editor, textarea, labelId);
  if (document.activeElement === textarea) editor.commands.focus('end');
  return {
    run: (command) => commands[command](editor),
    isActive: (command) => activeNames[command]?.(editor),
    close: () => {
      stopFollowing();
      editor.destroy();
    },
  };
}

/** After a list or a table the editor keeps an empty line to write on, which is not part of the text. */
function htmlOf(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML().replace(/<p><\/p>$/, '');
}

/** What a script or an extension puts into the textarea appears in the editor; its label leads to the editor. */
function followTextarea(editor: Editor, textarea: HTMLTextAreaElement, labelId: string): () => void {
  const label = document.getElementById(labelId);
  const show = () => editor.commands.setContent(textarea.value, { emitUpdate: false });
  const focus = (event: Event) => {
    event.preventDefault();
    editor.commands.focus();
  };
  // A problem that the server found is said by the textarea first: the editor says it again.
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

const commands: Record<EditorCommand, (editor: Editor) => void> = {
  bold: (editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor) => editor.chain().focus().toggleItalic().run(),
  heading2: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  heading3: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  quote: (editor) => editor.chain().focus().toggleBlockquote().run(),
  bullets: (editor) => editor.chain().focus().toggleBulletList().run(),
  numbers: (editor) => editor.chain().focus().toggleOrderedList().run(),
  link: askForLink,
  image: askForImage,
  table: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  undo: (editor) => editor.chain().focus().undo().run(),
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
};

function askForLink(editor: Editor): void {
  const href = window.prompt(
    'Address of the link (empty removes it)',
    editor.getAttributes('link').href ?? 'https://',
  );
  if (href === null) return;
  const chain = editor.chain().focus().extendMarkRange('link');
  if (href.trim() === '' || href.trim() === 'https://') chain.unsetLink().run();
  else chain.setLink({ href: href.trim() }).run();
}

function askForImage(editor: Editor): void {
  const src = window.prompt('Address of the picture', 'https://')?.trim();
  if (!src || src === 'https://') return;
  const alt = window.prompt('What does it show? (for those who cannot see it)', '') ?? '';
  editor.chain().focus().setImage({ src, alt }).run();
}

/** Blocks the editor has no tools for: shown as they are, moved and deleted whole, never changed. */
const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML: () =>
    ['figure', 'dl', 'table:has(caption)', 'table:has(tfoot)', 'blockquote:has(cite)'].map((tag) => ({
      tag,
      priority: 100,
      getAttrs: (element: HTMLElement) => ({ html: element.outerHTML }),
    })),
  renderHTML: ({ node }) => elementOf(node.attrs.html),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = elementOf(node.attrs.html);
      dom.contentEditable = 'false';
      return { dom };
    },
});

/** Inline elements the sanitizer allows and the editor has no button for. */
const keptMarks = ['sub', 'sup', 'small', 'mark', 'cite', 'q', 'abbr', 'time', 'ins', 'span'].map((tag) =>
  Mark.create({
    name: `kept-${tag}`,
    addAttributes: () =>
      Object.fromEntries(['title', 'datetime', 'lang', 'dir'].map((name) => [name, { default: null }])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  }),
);

const ACTIVE =
  'script, style, link, meta, base, template, noscript, iframe, object, embed, form, input, button, select, textarea, svg, math, audio, video, canvas';

const PASSIVE =
  'href src alt width height title lang dir datetime scope colspan rowspan start reversed'.split(' ');

/**
 * The block as an element that does nothing: it may have been pasted from anywhere, and what is put into the page here
 * was not yet sanitized.
 */
function elementOf(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll(ACTIVE)) element.remove();
  for (const element of template.content.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!PASSIVE.includes(name) || leadsToScript(name, element)) element.removeAttribute(name);
    }
  }
  return (template.content.firstElementChild as HTMLElement | null) ?? document.createElement('div');
}

function leadsToScript(name: string, element: Element): boolean {
  return name === 'href' && !/^\s*(?:https?:|mailto:|tel:|[/?#])/i.test(element.getAttribute(name) ?? '');
}

/** Whether words or telling elements of `before` are missing in `after`. Empty wrappers do not count. */
function losesContent(before: string, after: string): boolean {
  const one = new DOMParser().parseFromString(before, 'text/html').body;
  const two = new DOMParser().parseFromString(after, 'text/html').body;
  if (wordsOf(one) !== wordsOf(two)) return true;
  const telling =
    'a[href], img, table, figure, blockquote, ul, ol, dl, li, h2, h3, h4, pre, hr, sub, sup, cite';
  return one.querySelectorAll(telling).length > two.querySelectorAll(telling).length;
}

function wordsOf(element: HTMLElement): string {
  return (element.textContent ?? '').replace(/\s+/g, '');
}
