import { Link } from 'react-router';
import { ACCEPTED_TYPES } from '#app/platform/media/accepted-types.ts';
import { MAX_FILE_BYTES } from '#app/platform/media/picture-limits.ts';
import { FileField, type FileFieldProps } from '#app/platform/ui/upload/upload-field.tsx';
import type { ShelfPicture } from './load-library.server.ts';

/** Pictures of the library side by side, each with a link to its page. */
export function PictureShelf({ pictures }: { pictures: ShelfPicture[] }) {
  return (
    <ul className="shelf">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <img src={picture.src} alt="" width="320" height="213" loading="lazy" className={picture.focus} />
          <Link className="plain name" to={`/admin/pictures/${picture.id}`}>
            {picture.name}
          </Link>
          <span className="muted num">{picture.size}</span>
          <span className="muted">{picture.use}</span>
          {picture.isUndescribed ? <span className="badge is-warning">No alternative text</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** Finds pictures by their words. `action` is the page that shows them, `hidden` its other parameters. */
export function PictureFinder({
  q,
  action,
  hidden = {},
}: {
  q: string;
  action: string;
  hidden?: Record<string, string>;
}) {
  const kept = Object.entries(hidden).filter(([, value]) => value !== '');
  const all = kept.length > 0 ? `${action}?${new URLSearchParams(kept)}` : action;
  return (
    <form className="searchbar" method="get" action={action} role="search" aria-label="Pictures">
      {kept.map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <label className="vh" htmlFor="find-picture">
        Find a picture
      </label>
      <input
        className="input"
        id="find-picture"
        name="q"
        type="search"
        defaultValue={q}
        key={q}
        placeholder="Name, alternative text or credit"
      />
      <button className="button" type="submit">
        Find
      </button>
      {q ? (
        <Link className="button" to={all}>
          Show all
        </Link>
      ) : null}
    </form>
  );
}

/** The field 'Picture', from which a form sends files. */
export function PictureFileField(field: Pick<FileFieldProps, 'hint' | 'problem' | 'multiple' | 'required'>) {
  return <FileField {...field} label="Picture" accept={ACCEPTED_TYPES} maxBytes={MAX_FILE_BYTES} />;
}
