/** Pictures in the text of the editor. */
import type { Editor } from '@tiptap/core';
import type { Mapping } from '@tiptap/pm/transform';

/** A picture as it is put into a text. */
export type TextPicture = { src: string; alt: string; width: string | null; height: string | null };

/** A place in the text that moves with what is typed before it. */
type Place = { at: number };

/** Places that follow each change of the text; `map` must be called with each. */
export function trackPositions(): { follow: (at: number) => Place; map: (mapping: Mapping) => void } {
  const places: Place[] = [];
  return {
    follow(at) {
      const place = { at };
      places.push(place);
      return place;
    },
    map(mapping) {
      for (const place of places) place.at = mapping.map(place.at);
    },
  };
}

/** Puts a picture with an empty caption after the block at a place; the cursor stays where it is. */
export function insertFigureAt(editor: Editor, at: number, picture: TextPicture): void {
  const { doc } = editor.state;
  const $at = doc.resolve(Math.min(at, doc.content.size));
  const after = $at.depth > 0 ? $at.after(1) : $at.pos;
  const content = [{ type: 'figureImage', attrs: picture }, { type: 'figcaption' }];
  editor.chain().insertContentAt(after, { type: 'figure', content }, { updateSelection: false }).run();
}

/** Changes the alternative text of all pictures with this address. */
export function describePictures(editor: Editor, src: string, alt: string): void {
  const { tr, doc } = editor.state;
  doc.descendants((node, at) => {
    if (['image', 'figureImage'].includes(node.type.name) && node.attrs.src === src)
      tr.setNodeAttribute(at, 'alt', alt);
  });
  if (tr.docChanged) editor.view.dispatch(tr);
}
