/** Everything of the editor, which is loaded together. */
export { EditorToolbar } from './editor-toolbar.tsx';
export { openEditor } from './rich-text-editor.ts';
export { TextPictures } from './text-pictures.tsx';
