import { useState } from 'react';
import { focusClassOf, type ShownPicture } from '#app/platform/media/shown-picture.ts';
import { FocalGrid } from '#app/platform/ui/focal-grid.tsx';

const crops = [
  ['r-169', 16 / 9, 'Article'],
  ['r-32', 3 / 2, 'Lists'],
  ['r-11', 1, 'Square'],
  ['r-og', 480 / 630, 'Sharing'],
] as const;

type FocalPointProps = {
  picture: Pick<ShownPicture, 'width' | 'height'>;
  /** The addresses of a large and a small size. */
  src: string;
  small: string;
  value: number;
};

/** Nine radio buttons on the picture, and the crops that follow the chosen one. */
export function FocalPoint({ picture, src, small, value }: FocalPointProps) {
  const [chosen, setChosen] = useState(value);
  return (
    <>
      <fieldset>
        <legend className="label">Focal point</legend>
        <span className="hint">Every crop keeps this spot in view.</span>
        <FocalGrid picture={picture} src={src} name="focalPoint" value={value} onChoose={setChosen} />
      </fieldset>
      <p className="label mt">How it will be cropped</p>
      <div className="crops">
        {crops.map(([ratioClass, ratio, label]) => (
          <figure key={label}>
            <img
              className={`${ratioClass} ${focusClassOf({ ...picture, focalPoint: chosen }, ratio) ?? ''}`}
              src={small}
              alt=""
              width={picture.width}
              height={picture.height}
            />
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}
