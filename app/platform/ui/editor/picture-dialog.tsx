/** Chooses a picture of the library, or uploads one; its code is loaded when it is opened. */
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ACCEPTED_TYPES } from '#app/platform/media/accepted-types.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { PictureWords } from '#app/platform/ui/picture-text-fields.tsx';
import { DropBox } from '#app/platform/ui/upload/drop-box.tsx';
import { UploadList } from '#app/platform/ui/upload/upload-list.tsx';
import { describePicture, type LibraryPicture, loadLibrary } from '#app/platform/ui/upload/upload-queue.ts';
import { useUploads } from '#app/platform/ui/upload/use-uploads.ts';
import { isUndescribed } from './undescribed.ts';

export type PictureDialogProps = {
  /** What the picture is for: 'Lead picture'. */
  purpose: string;
  /** The id of the picture that is chosen already, or ''. */
  current: string;
  onChoose: (picture: LibraryPicture) => void;
  onClose: () => void;
  /** Uses a picture of another site instead; absent where only the library may be used. */
  onAddress?: (address: string) => void;
};

export function PictureDialog({ purpose, current, onChoose, onClose, onAddress }: PictureDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const library = useLibrary();
  const [chosen, setChosen] = useState<LibraryPicture | null>(null);
  const choose = (picture: LibraryPicture) => {
    setChosen(picture);
    setWords(NO_WORDS);
  };
  const picked = chosen ?? library.items.find(({ id }) => id === current) ?? null;
  const uploads = useUploads((picture) => {
    library.put(picture);
    choose(picture);
  });
  const [words, setWords] = useState(NO_WORDS);
  // The focus returns to where it was only if the dialog is closed while it is still in the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const use = async () => {
    if (!picked) return library.ask('Choose a picture first');
    if (!isUndescribed(picked) || isUndescribed(words)) return onChoose(picked);
    const isSaved = await describePicture(picked.id, words);
    if (isSaved) onChoose({ ...picked, ...words });
    else library.ask('The alternative text could not be saved. Try again.');
  };
  return createPortal(
    <dialog
      ref={dialog}
      className="wide"
      aria-labelledby="picture-dialog"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // React passes these on to the form around the button that opens the dialog.
      onSubmit={(event) => event.stopPropagation()}
    >
      <div className="stack">
        <header>
          <h2 id="picture-dialog">Choose a picture</h2>
          <p className="muted">{purpose}</p>
        </header>
        <Finder onFind={library.find} />
        <DropBox onFiles={(files) => uploads.add(files)} takesPage>
          <div className="field">
            <label htmlFor="dialog-file">Picture</label>
            <span className="hint" id="dialog-file-hint">
              Uploads and selects a new picture in one step.
            </span>
            <input
              className="input"
              id="dialog-file"
              type="file"
              accept={ACCEPTED_TYPES}
              aria-describedby="dialog-file-hint"
            />
          </div>
        </DropBox>
        <UploadList uploads={uploads} />
        <Choices library={library} chosen={picked?.id ?? ''} onPick={choose} />
        {onAddress ? <OtherSite onAddress={onAddress} /> : null}
      </div>
      <div className="foot">
        {picked && isUndescribed(picked) ? (
          <PictureWords key={picked.id} words={NO_WORDS} onChange={setWords} />
        ) : null}
        <div className="actions">
          <button type="button" className="button button--primary" onClick={() => void use()}>
            Use this picture
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <span className="error" role="alert">
            {library.problem}
          </span>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

const NO_WORDS = { alt: '', decorative: false };

type Library = {
  items: LibraryPicture[];
  next: string | null;
  problem: string;
  ask: (problem: string) => void;
  /** Puts a new picture first. */
  put: (picture: LibraryPicture) => void;
  find: (q: string) => void;
  more: () => void;
};

function useLibrary(): Library {
  const [q, setQ] = useState('');
  const [items, setItems] = useState<LibraryPicture[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const load = async (term: string, after: string | null) => {
    const page = await loadLibrary(term, after);
    setProblem(page ? '' : 'The library could not be loaded. Try again.');
    if (!page) return;
    setItems((before) => (after ? [...before, ...page.items] : page.items));
    setNext(page.next);
  };
  const first = useRef(load);
  useEffect(() => void first.current('', null), []);
  return {
    items,
    next,
    problem,
    ask: setProblem,
    put: (picture) => setItems((before) => [picture, ...before.filter(({ id }) => id !== picture.id)]),
    find: (term) => {
      setQ(term);
      void load(term, null);
    },
    more: () => void load(q, next),
  };
}

function Finder({ onFind }: { onFind: (q: string) => void }) {
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onFind(String(new FormData(event.currentTarget).get('q') ?? ''));
  };
  return (
    <form className="searchbar" role="search" aria-label="Pictures" onSubmit={find}>
      <label className="vh" htmlFor="dialog-find">
        Find a picture
      </label>
      <input
        className="input"
        id="dialog-find"
        name="q"
        type="search"
        placeholder="Name, alternative text or credit"
      />
      <button className="button" type="submit">
        Find
      </button>
    </form>
  );
}

type ChoicesProps = { library: Library; chosen: string; onPick: (picture: LibraryPicture) => void };

function Choices({ library, chosen, onPick }: ChoicesProps) {
  return (
    <fieldset>
      <legend>Or choose from the library</legend>
      <ul className="shelf mt">
        {library.items.map((picture) => (
          <li key={picture.id}>
            <img src={smallOf(picture)} alt="" width="320" height="213" loading="lazy" />
            <label className="name">
              <input
                type="radio"
                name="dialog-picture"
                value={picture.id}
                checked={picture.id === chosen}
                onChange={() => onPick(picture)}
              />
              {picture.name}
            </label>
            <span className="muted">{picture.alt}</span>
            {isUndescribed(picture) ? <span className="badge is-warning">No alternative text</span> : null}
          </li>
        ))}
      </ul>
      {library.items.length === 0 ? <p className="muted">No pictures found.</p> : null}
      {library.next ? (
        <p className="mt">
          <button type="button" className="button" onClick={library.more}>
            Show more
          </button>
        </p>
      ) : null}
    </fieldset>
  );
}

function OtherSite({ onAddress }: { onAddress: (address: string) => void }) {
  const [address, setAddress] = useState('');
  return (
    <details className="fold">
      <summary>Use a picture of another website</summary>
      <div className="fold__body">
        <div className="field">
          <label htmlFor="dialog-address">Picture URL</label>
          <span className="hint" id="dialog-address-hint">
            Begins with https://. That website can see who reads the page, and the picture disappears when
            they remove it.
          </span>
          <input
            className="input"
            id="dialog-address"
            type="url"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            aria-describedby="dialog-address-hint"
          />
        </div>
        <button
          type="button"
          className="button"
          onClick={() => /^https:\/\/\S+$|^\/\S+$/.test(address.trim()) && onAddress(address.trim())}
        >
          Use this address
        </button>
      </div>
    </details>
  );
}

/** The address of a small size. */
function smallOf({ id, width, height }: LibraryPicture): string {
  return pictureAddress({ id, width, height }, 320);
}
