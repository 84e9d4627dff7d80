import { useState } from 'react';
import type { PictureChoice } from '#app/content/lead-picture.server.ts';
import { PictureWords, type Words } from '#app/ui/picture-words.tsx';
import { describePicture } from '#app/ui/upload-queue.ts';

type ChosenWordsProps = { picture: PictureChoice; onSaved: (picture: PictureChoice) => void };

/** The alternative text of the chosen picture, saved in the library when the field is left. */
export function ChosenWords({ picture, onSaved }: ChosenWordsProps) {
  const [problem, setProblem] = useState('');
  const save = async ({ alt, decorative }: Words) => {
    const words = { alt: decorative ? '' : alt.trim(), decorative };
    if (words.alt === (picture.alt ?? '') && decorative === picture.decorative) return;
    const isSaved = await describePicture(picture.id, words);
    setProblem(isSaved ? '' : 'The text could not be saved. Try again.');
    if (isSaved) onSaved({ ...picture, alt: words.alt || null, decorative });
  };
  return (
    <PictureWords
      words={{ alt: picture.alt ?? '', decorative: picture.decorative }}
      problem={problem}
      onLeave={(words) => void save(words)}
    />
  );
}
