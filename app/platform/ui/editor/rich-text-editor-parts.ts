/** Everything of the editor, which is loaded together. */

export { TextPictures } from './editor-pictures.tsx';
export { EditorToolbar } from './editor-toolbar.tsx';
export { openEditor } from './rich-text-editor.ts';
export { TextHints } from './text-hints.tsx';
