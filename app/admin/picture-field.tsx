import type { PictureChoice } from '#app/content/lead-picture.server.ts';

type PictureShelfProps = { name: string; value: string; pictures: PictureChoice[] };

/** Instead of a new file: one of the newest pictures of the library, or none. */
export function PictureShelf({ name, value, pictures }: PictureShelfProps) {
  return (
    <fieldset>
      <legend>From the library</legend>
      <ul className="shelf">
        {pictures.map(({ id, name: file, src }) => (
          <li key={id}>
            {src && <img src={src} alt="" />}
            <label>
              <input type="radio" name={name} value={id} defaultChecked={id === value} />
              {file}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
