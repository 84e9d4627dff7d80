import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { EditorCommand, EditorHandle } from './rich-text-editor.ts';

const tools: { command: EditorCommand; label: string; face: ReactNode }[] = [
  { command: 'bold', label: 'Bold', face: <b>B</b> },
  { command: 'italic', label: 'Italic', face: <i>I</i> },
  { command: 'heading2', label: 'H2 heading', face: 'H2' },
  { command: 'heading3', label: 'H3 heading', face: 'H3' },
  { command: 'quote', label: 'Quotation', face: '“' },
  { command: 'bullets', label: 'Bulleted list', face: <Icon name="bullets" /> },
  { command: 'numbers', label: 'Numbered list', face: <Icon name="numbers" /> },
  { command: 'link', label: 'Web reference', face: <Icon name="link" /> },
  { command: 'image', label: 'Picture', face: <Icon name="image" /> },
  { command: 'table', label: 'Table', face: <Icon name="table" /> },
  { command: 'undo', label: 'Undo', face: <Icon name="undo" /> },
];

/** The editor's buttons. They keep the selection, and say by `aria-pressed` what applies where the cursor stands. */
export function EditorToolbar({ editor }: { editor: EditorHandle }) {
  return (
    <div className="toolbar" role="group" aria-label="Formatting">
      {tools.map(({ command, label, face }) => (
        <button
          key={command}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={editor.isActive(command)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.run(command)}
        >
          {face}
        </button>
      ))}
    </div>
  );
}
