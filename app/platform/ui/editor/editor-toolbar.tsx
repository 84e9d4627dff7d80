import type { ReactNode } from 'react';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { EditorCommand, EditorHandle } from './rich-text-editor.ts';

type Tool = { command: EditorCommand; label: string; face?: ReactNode };

const tools: Tool[] = [
  { command: 'bold', label: 'Bold', face: <b>B</b> },
  { command: 'italic', label: 'Italic', face: <i>I</i> },
  { command: 'heading2', label: 'Heading, H2', face: 'H2' },
  { command: 'heading3', label: 'Subheading, H3', face: 'H3' },
  { command: 'quote', label: 'Quote', face: '“' },
  { command: 'bullets', label: 'Bulleted list', face: <Icon name="bullets" /> },
  { command: 'numbers', label: 'Numbered list', face: <Icon name="numbers" /> },
  { command: 'link', label: 'Insert link', face: <Icon name="link" /> },
  { command: 'image', label: 'Picture', face: <Icon name="image" /> },
  { command: 'table', label: 'Table', face: <Icon name="table" /> },
  { command: 'undo', label: 'Undo', face: <Icon name="undo" /> },
  { command: 'redo', label: 'Redo', face: <Icon name="redo" /> },
];

/** Shown only where they have an effect. */
const toolsAtCursor: Tool[] = [
  { command: 'caption', label: 'Caption' },
  { command: 'source', label: 'Quote source' },
  { command: 'addRow', label: 'Add row' },
  { command: 'removeRow', label: 'Remove row' },
  { command: 'addColumn', label: 'Add column' },
  { command: 'removeColumn', label: 'Remove column' },
  { command: 'removeTable', label: 'Remove table' },
  { command: 'headerRow', label: 'Make heading row' },
  { command: 'language', label: 'Language' },
];

/** The editor's buttons. They keep the selection, and `aria-pressed` shows what applies at the cursor. */
export function EditorToolbar({ editor }: { editor: EditorHandle }) {
  const shown = [...tools, ...toolsAtCursor.filter(({ command }) => editor.can(command))];
  return (
    <div className="toolbar" role="group" aria-label="Formatting">
      {shown.map(({ command, label, face }) => (
        <button
          key={command}
          type="button"
          aria-label={face ? label : undefined}
          title={face ? label : undefined}
          aria-pressed={editor.isActive(command)}
          disabled={!editor.can(command)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.run(command)}
        >
          {face ?? label}
        </button>
      ))}
    </div>
  );
}
