import { lazy, Suspense, useEffect, useState } from 'react';
import { pictureAddress, pictureIdOf } from '#app/media/picture-sizes.ts';
import type { TextPicture } from './editor-figures.ts';
import { isUndescribed, PictureWords, type Words } from './picture-words.tsx';
import type { EditorHandle, Pictures } from './rich-text-editor.ts';
import { UploadList } from './upload-list.tsx';
import { describePicture, type FileUpload, type LibraryPicture } from './upload-queue.ts';
import { useUploads } from './use-uploads.ts';

const PictureDialog = lazy(async () => ({ default: (await import('./picture-dialog.tsx')).PictureDialog }));

export type TextPicturesProps = {
  editor: EditorHandle;
  /** What the editor calls; this sets it. */
  pictures: Pictures;
};

/** Below the text: uploads on their way, what is said about the selected picture, and the dialog with the library. */
export function TextPictures({ editor, pictures }: TextPicturesProps) {
  const [isOpen, setOpen] = useState(false);
  const uploads = useUploads(() => undefined);
  useEffect(() => {
    pictures.onPicture = () => setOpen(true);
    pictures.onFiles = (files, insert) => uploads.add(files, (picture) => insert(textPictureOf(picture)));
  });
  const use = (picture: TextPicture) => {
    setOpen(false);
    editor.insertPicture(picture);
  };
  const undescribed = uploads.list.filter(({ picture }) => picture && isUndescribed(picture));
  return (
    <>
      {uploads.list.some(({ state }) => state !== 'done') ? (
        <div className="figtools">
          <UploadList uploads={uploads} />
        </div>
      ) : null}
      {undescribed.map((upload) => (
        <AddedWords key={upload.key} upload={upload} editor={editor} onDone={uploads.dismiss} />
      ))}
      {undescribed.length === 0 ? <SelectedPicture editor={editor} /> : null}
      {isOpen ? (
        <Suspense>
          <PictureDialog
            purpose="In the text"
            current=""
            onChoose={(picture) => use(textPictureOf(picture))}
            onClose={() => setOpen(false)}
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

type AddedWordsProps = { upload: FileUpload; editor: EditorHandle; onDone: (key: number) => void };

/** Asks for the alternative text of a picture that was dropped or pasted into the text. */
function AddedWords({ upload: { key, name, picture }, editor, onDone }: AddedWordsProps) {
  const [words, setWords] = useState<Words>({ alt: '', decorative: false });
  if (!picture) return null;
  const save = () => {
    if (isUndescribed(words)) return;
    const alt = words.decorative ? '' : words.alt.trim();
    editor.describe(textPictureOf(picture).src, alt);
    void describePicture(picture.id, { alt, decorative: words.decorative });
    onDone(key);
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
        <button type="button" className="button button--small" onClick={() => onDone(key)}>
          Later
        </button>
      </p>
    </fieldset>
  );
}

/** The alternative text of the picture at the cursor, as it is in this text. */
function SelectedPicture({ editor }: { editor: EditorHandle }) {
  const picture = editor.selectedPicture();
  if (!picture) return null;
  return (
    <fieldset className="figtools" key={picture.src}>
      <legend className="vh">Selected picture</legend>
      <div className="field">
        <label htmlFor="picture-alt">Alternative text of the selected picture</label>
        <span className="hint" id="picture-alt-hint">
          Describe it for readers who can’t see it. Leave this empty only if it is decoration.
        </span>
        <input
          className="input"
          id="picture-alt"
          type="text"
          maxLength={500}
          value={picture.alt}
          aria-describedby="picture-alt-hint"
          onChange={({ target }) => editor.describe(picture.src, target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      {pictureIdOf(picture.src) ? (
        <p className="small">
          <a href={`/admin/pictures/${pictureIdOf(picture.src)}`} target="_blank" rel="noopener">
            This picture in the library<span className="vh"> (opens in a new tab)</span>
          </a>
        </p>
      ) : null}
    </fieldset>
  );
}
