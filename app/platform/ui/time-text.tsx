import { formatDate, machineTimeOf, type TownClock } from '#app/platform/time/town-time.ts';
import { languageOfFormats } from './text-language.ts';

/** An article's or a news item's date in the town's format. */
export function DateText({ at, clock }: { at: number; clock: TownClock }) {
  return (
    <time dateTime={machineTimeOf(at, clock.timeZone)} lang={languageOfFormats(clock.locale)}>
      {formatDate(at, clock)}
    </time>
  );
}
