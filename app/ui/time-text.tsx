import { formatDate, machineTimeOf, type TownClock } from '#app/time/town-time.ts';

/** An article's or a news item's date in the town's format. */
export function DateText({ at, clock }: { at: number; clock: TownClock }) {
  return <time dateTime={machineTimeOf(at, clock.timeZone)}>{formatDate(at, clock)}</time>;
}
