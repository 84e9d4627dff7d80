import { useId, useState } from 'react';
import { wordFieldsOf } from '#app/platform/forms/picture-fields.ts';

/** What is said about a picture. */
export type Words = { alt: string; decorative: boolean };

type PictureWordsProps = {
  words: Words;
  /** The name of the picture's field, in a form that sends the words. */
  field?: string;
  problem?: string | undefined;
  /** What is said while there are no words. */
  missing?: string;
  /** They are sent together with the file of the picture. */
  isFile?: boolean;
  isLive?: boolean;
  onChange?: (words: Words) => void;
};

/** Asks for the alternative text of a picture. */
export function PictureWords({ field, isLive = true, isFile = false, ...props }: PictureWordsProps) {
  const own = useId();
  const names = field === undefined ? undefined : wordFieldsOf(field);
  const id = names?.alt ?? own;
  const [{ alt, decorative }, setWords] = useState(props.words);
  const change = (changes: Partial<Words>) => {
    const changed = { alt, decorative, ...changes };
    setWords(changed);
    props.onChange?.(changed);
  };
  const problem = props.problem ?? (alt || decorative ? undefined : props.missing);
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Alternative text</label>
        <span className="hint" id={`${id}-hint`}>
          {isFile ? 'For the picture that you upload: one' : 'One'} sentence for readers who can’t see it.
        </span>
        {problem ? (
          <span className="error" id={`${id}-error`}>
            {problem}
          </span>
        ) : null}
        <input
          className="input"
          id={id}
          name={names?.alt}
          type="text"
          maxLength={500}
          defaultValue={props.words.alt}
          // Without JavaScript, unchecking the box could not enable it.
          disabled={decorative && isLive}
          aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={problem ? true : undefined}
          onChange={({ target }) => change({ alt: target.value })}
          onKeyDown={(event) => {
            // Without names they are not of the form around them, which Enter would send.
            if (event.key === 'Enter' && !names) event.preventDefault();
          }}
        />
      </div>
      {isFile ? null : (
        <label className="check">
          <input
            type="checkbox"
            name={names?.decorative}
            value="true"
            defaultChecked={props.words.decorative}
            onChange={({ target }) => change({ decorative: target.checked })}
          />
          <span>
            Decorative only
            <span className="hint">Screen readers skip it.</span>
          </span>
        </label>
      )}
    </>
  );
}
