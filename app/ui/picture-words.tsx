import { useId, useState } from 'react';

/** What is said about a picture. */
export type Words = { alt: string; decorative: boolean };

type PictureWordsProps = {
  words: Words;
  problem?: string;
  onChange?: (words: Words) => void;
  /** The field was left, or the box checked. */
  onLeave?: (words: Words) => void;
};

/** Asks for the alternative text of a picture. */
export function PictureWords({ words, problem, onChange, onLeave }: PictureWordsProps) {
  const id = useId();
  const [{ alt, decorative }, setWords] = useState(words);
  const change = (changes: Partial<Words>) => {
    const changed = { alt, decorative, ...changes };
    setWords(changed);
    onChange?.(changed);
    return changed;
  };
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Alternative text</label>
        <span className="hint" id={`${id}-hint`}>
          Describe the picture for readers who can’t see it.
        </span>
        {problem ? (
          <span className="error" role="alert">
            {problem}
          </span>
        ) : null}
        <input
          className="input"
          id={id}
          type="text"
          maxLength={500}
          value={alt}
          disabled={decorative}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => change({ alt: target.value })}
          onBlur={() => onLeave?.({ alt, decorative })}
          onKeyDown={(event) => {
            // It is not the form around it that Enter is for.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onLeave?.({ alt, decorative });
          }}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={decorative}
          onChange={({ target }) => onLeave?.(change({ decorative: target.checked }))}
        />
        <span>
          Decorative only
          <span className="hint">It adds no information. Screen readers skip it.</span>
        </span>
      </label>
    </>
  );
}
