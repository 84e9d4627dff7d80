import { formatLongDate } from '#app/time/town-time.ts';
import type { Town } from './town.ts';

/**
 * What the administrator needs, and how a page is shown: none of it changes the town. Nobody is kept on a list of
 * addresses.
 */
const ACCEPTED =
  /^\/(login(\/(passkey|recovery))?|logout|account\/proof|preferences\/theme|newsletter\/unsubscribe|admin\/backups(\/.*)?)$/;

/** A `ReadOnly`, which is of the same layer. */
type Frozen = { kind: 'frozen'; sentence: string; accepts: (address: URL) => boolean };

/** Why a frozen town can't be changed; undefined for one that can. The administrator can log in and make backups. */
export function frozenOf(town: Town): Frozen | undefined {
  if (town.frozenAt === undefined) return undefined;
  return {
    kind: 'frozen',
    sentence: `This site has been frozen since ${formatLongDate(town.frozenAt, town)}. You can read everything, but nothing can be changed.`,
    accepts: ({ pathname, searchParams }) =>
      ACCEPTED.test(pathname.replace(/\/_\.data$|\.data$/, '')) && searchParams.get('mode') !== 'register',
  };
}
