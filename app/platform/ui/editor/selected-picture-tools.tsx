import { type KeyboardEvent, useEffect, useState } from 'react';
import { figureWidths } from '#app/platform/html/figure-widths.ts';
import { pictureIdOf } from '#app/platform/media/picture-sizes.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { loadPicture } from '#app/platform/ui/upload/upload-queue.ts';
import type { SelectedPicture } from './editor-selected-picture.ts';

type ToolsProps = { picture: SelectedPicture; onReplace: () => void };

/** Below the text: what is said about the selected picture in this text, its width and its place. */
export function SelectedPictureTools({ picture, onReplace }: ToolsProps) {
  const id = pictureIdOf(picture.src);
  const name = useName(picture.src);
  return (
    <fieldset className="figtools">
      <legend className="vh">Selected picture</legend>
      <div className="cluster between">
        <strong className="name">
          Selected picture
          {name ? (
            <>
              {', '}
              {id ? (
                <a href={`/admin/pictures/${id}`} target="_blank" rel="noopener">
                  {name}
                  <span className="vh"> (opens in a new tab)</span>
                </a>
              ) : (
                name
              )}
            </>
          ) : null}
        </strong>
        <span className="cluster">
          <MoveButtons picture={picture} />
          <button type="button" className="button button--small" onClick={onReplace}>
            Replace
          </button>
          <button type="button" className="button button--small" onClick={picture.remove}>
            Remove
          </button>
        </span>
      </div>
      {name === null ? (
        <p className="error">This picture is no longer in the library. Replace or remove it.</p>
      ) : null}
      <div className="fields">
        <div className="field">
          <label htmlFor="picture-alt">Alternative text</label>
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
            onChange={({ target }) => picture.change({ alt: target.value })}
            onKeyDown={ignoreEnter}
          />
        </div>
        <div className="field">
          <label htmlFor="picture-caption">
            Caption <span className="optional">(optional)</span>
          </label>
          <input
            className="input"
            id="picture-caption"
            type="text"
            value={picture.caption}
            onChange={({ target }) => picture.change({ caption: target.value })}
            onKeyDown={ignoreEnter}
          />
        </div>
        <div className="field">
          <label htmlFor="picture-width">Width</label>
          <select
            className="input"
            id="picture-width"
            value={picture.size}
            onChange={({ target }) => picture.change({ size: target.value })}
          >
            {figureWidths.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
    </fieldset>
  );
}

/** They keep the focus at both ends of the text, where they do nothing. */
function MoveButtons({ picture: { canMove, move } }: Pick<ToolsProps, 'picture'>) {
  return (['up', 'down'] as const).map((direction) => (
    <button
      key={direction}
      type="button"
      className="button button--small"
      aria-disabled={!canMove[direction]}
      onClick={() => move(direction)}
    >
      <Icon name={direction} />
      Move {direction}
    </button>
  ));
}

/** It is not the form around the field that Enter is for. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** The name of a picture's file: '' until it is known, null when the library no longer has the picture. */
function useName(src: string): string | null {
  const [names, setNames] = useState<Record<string, string | null>>({});
  const id = pictureIdOf(src);
  const isKnown = id === undefined || id in names;
  useEffect(() => {
    if (isKnown) return;
    let ended = false;
    void loadPicture(id).then((picture) => {
      if (!ended && picture !== undefined) setNames((all) => ({ ...all, [id]: picture?.name ?? null }));
    });
    return () => {
      ended = true;
    };
  }, [id, isKnown]);
  return id ? (names[id] ?? (id in names ? null : '')) : (src.split(/[/?#]/).filter(Boolean).at(-1) ?? '');
}
