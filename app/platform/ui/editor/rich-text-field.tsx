import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { EditorHandle, Pictures } from './rich-text-editor.ts';

type RichTextFieldProps = ComponentProps<'textarea'> & { labelId: string };

type Opened = typeof import('./rich-text-editor-parts.ts') & { editor: EditorHandle; pictures: Pictures };

/**
 * A textarea of HTML that always works, covered by an editor once its code has arrived. The hidden textarea stays the
 * field that is sent; the editor shows what is put into it. Text that the editor can't keep completely stays in the
 * textarea.
 */
export function RichTextField({ labelId, ...textareaProps }: RichTextFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [, redraw] = useState(0);

  useEffect(() => {
    let ended = false;
    let editor: EditorHandle | null = null;
    void import('./rich-text-editor-parts.ts').then((parts) => {
      if (ended || !textarea.current || !surface.current) return;
      const pictures: Pictures = { onPicture: () => undefined, onFiles: () => undefined };
      editor = parts.openEditor(surface.current, textarea.current, labelId, pictures, () =>
        redraw((count) => count + 1),
      );
      setOpened(editor && { ...parts, editor, pictures });
    });
    return () => {
      ended = true;
      editor?.close();
      setOpened(null);
    };
  }, [labelId]);

  return (
    <>
      <div className="editor" hidden={!opened}>
        {opened ? <opened.EditorToolbar editor={opened.editor} /> : null}
        <div ref={surface} />
        {opened ? <opened.TextPictures {...opened} /> : null}
        {opened ? <opened.TextHints {...opened} /> : null}
      </div>
      <textarea {...textareaProps} {...(opened ? behindEditor : {})} ref={textarea} rows={12} />
      <noscript>
        <span className="hint">Leave an empty line between paragraphs, or write HTML.</span>
      </noscript>
    </>
  );
}

/** Still the form's field, but hidden from view, keyboard and screen readers: the editor replaces it. */
const behindEditor = { className: 'vh', tabIndex: -1, 'aria-hidden': true } as const;
