import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { EditorToolbar } from './editor-toolbar.tsx';
import type { EditorHandle } from './rich-text-editor.ts';

type RichTextFieldProps = ComponentProps<'textarea'> & { labelId: string };

/**
 * A textarea of HTML that always works, covered by an editor once its code has arrived. The hidden textarea stays the
 * field that is sent; the editor shows what is put into it. Text that the editor can't keep completely stays in the
 * textarea.
 */
export function RichTextField({ labelId, ...textareaProps }: RichTextFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const [, redraw] = useState(0);

  useEffect(() => {
    let ended = false;
    let opened: EditorHandle | null = null;
    void import('./rich-text-editor.ts').then(({ openEditor }) => {
      if (ended || !textarea.current || !surface.current) return;
      opened = openEditor(surface.current, textarea.current, labelId, () => redraw((count) => count + 1));
      setEditor(opened);
    });
    return () => {
      ended = true;
      opened?.close();
      setEditor(null);
    };
  }, [labelId]);

  return (
    <>
      <div className="editor" hidden={!editor}>
        {editor ? <EditorToolbar editor={editor} /> : null}
        <div ref={surface} />
      </div>
      <textarea {...textareaProps} {...(editor ? behindEditor : {})} ref={textarea} rows={12} />
    </>
  );
}

/** Still the form's field, but hidden from view, keyboard and screen readers: the editor replaces it. */
const behindEditor = { className: 'vh', tabIndex: -1, 'aria-hidden': true } as const;
