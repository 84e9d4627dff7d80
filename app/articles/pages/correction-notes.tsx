import type { Correction } from '#app/articles/article.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { DateText } from '#app/platform/ui/time-text.tsx';

/** The notes below an article that say what was wrong, newest first. */
export function CorrectionNotes({ notes, clock }: { notes: Correction[]; clock: TownClock }) {
  if (notes.length === 0) return null;
  return (
    <>
      <h2 id="corrections">{notes.length > 1 ? 'Corrections' : 'Correction'}</h2>
      {notes.map(({ date, text }) => (
        <p key={`${date} ${text}`}>
          <strong>
            <DateText at={date} clock={clock} />:
          </strong>{' '}
          {text}
        </p>
      ))}
    </>
  );
}
