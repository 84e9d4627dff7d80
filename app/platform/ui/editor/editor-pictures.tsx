import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { pictureAddress, pictureIdOf } from '#app/platform/media/picture-sizes.ts';
import { PictureWords, type Words } from '#app/platform/ui/picture-text-fields.tsx';
import { UploadList } from '#app/platform/ui/upload/upload-list.tsx';
import {
  describePicture,
  type FileUpload,
  type LibraryPicture,
} from '#app/platform/ui/upload/upload-queue.ts';
import { useUploads } from '#app/platform/ui/upload/use-uploads.ts';
import type { TextPicture } from './editor-figures.ts';
import type { EditorHandle, Pictures } from './rich-text-editor.ts';
import { SelectedPictureTools } from './selected-picture-tools.tsx';
import { isUndescribed } from './undescribed.ts';

const PictureDialog = lazy(async () => ({ default: (await import('./picture-dialog.tsx')).PictureDialog }));

export type TextPicturesProps = {
  editor: EditorHandle;
  /** What the editor calls; this sets it. */
  pictures: Pictures;
};

/** Below the text: uploads on their way, what is said about the selected picture, and the dialog with the library. */
export function TextPictures({ editor, pictures }: TextPicturesProps) {
  const [open, setOpen] = useState<'new' | 'replace' | null>(null);
  const uploads = useUploads(() => undefined);
  useEffect(() => {
    pictures.onPicture = () => setOpen('new');
    pictures.onFiles = (files, insert) => uploads.add(files, (picture) => insert(textPictureOf(picture)));
  });
  const selected = editor.selectedPicture();
  const use = (picture: TextPicture) => {
    // What is outside of an open dialog can't get the focus.
    flushSync(() => setOpen(null));
    if (open === 'replace') selected?.change(picture);
    else editor.insertPicture(picture);
  };
  const undescribed = uploads.list.filter(({ item }) => item && isUndescribed(item));
  return (
    <>
      {uploads.list.some(({ state }) => state !== 'done') ? (
        <div className="figtools">
          <UploadList uploads={uploads} />
        </div>
      ) : null}
      {undescribed.map((upload) => (
        <AddedWords
          key={upload.key}
          upload={upload}
          editor={editor}
          onDone={() => {
            uploads.dismiss(upload.key);
            editor.focus();
          }}
        />
      ))}
      {undescribed.length === 0 && selected ? (
        <SelectedPictureTools picture={selected} onReplace={() => setOpen('replace')} />
      ) : null}
      {open ? (
        <Suspense>
          <PictureDialog
            purpose={open === 'replace' ? 'Instead of the selected picture' : 'In the text'}
            current={open === 'replace' ? (pictureIdOf(selected?.src ?? '') ?? '') : ''}
            onChoose={(picture) => use(textPictureOf(picture))}
            onClose={() => setOpen(null)}
            onAddress={(src) => use({ src, alt: '', width: null, height: null })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The picture as HTML has it: with the size of its largest file. */
function textPictureOf(picture: LibraryPicture): TextPicture {
  const [, width = ''] = /-(\d+)\.jpeg$/.exec(picture.url) ?? [];
  const height = Math.round((picture.height * Number(width)) / picture.width);
  return { src: pictureAddress(picture, 960), alt: picture.alt ?? '', width, height: String(height) };
}

type AddedWordsProps = { upload: FileUpload; editor: EditorHandle; onDone: () => void };

/** Asks for the alternative text of a picture that was dropped or pasted into the text. */
function AddedWords({ upload: { name, item: picture }, editor, onDone }: AddedWordsProps) {
  const [words, setWords] = useState<Words>({ alt: '', decorative: false });
  if (!picture) return null;
  const save = () => {
    if (isUndescribed(words)) return;
    const alt = words.decorative ? '' : words.alt.trim();
    editor.describe(textPictureOf(picture).src, alt);
    void describePicture(picture.id, { alt, decorative: words.decorative });
    onDone();
  };
  return (
    <fieldset className="figtools">
      <legend className="vh">Added picture</legend>
      <strong>Added: {name}</strong>
      <PictureWords words={words} onChange={setWords} />
      <p className="cluster">
        <button type="button" className="button button--small" onClick={save}>
          Save
        </button>
        <button type="button" className="button button--small" onClick={onDone}>
          Later
        </button>
      </p>
    </fieldset>
  );
}
