import type { TownClock } from '#app/time/town-time.ts';
import { DateText } from '#app/ui/time-text.tsx';
import type { Correction } from './article.ts';

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
