import { formatLongDate } from '#app/platform/time/town-time.ts';
import type { Town } from './town.ts';

/**
 * None of it changes the content: how a page is shown, logging in and out, backups, and how people get what is stored
 * about them deleted or leave the newsletter's list.
 */
const ACCEPTED =
  /^\/(login(\/(passkey|recovery|google(\/join)?))?|logout|account\/(proof|deletion)|preferences\/theme|newsletter\/unsubscribe|admin\/backups(\/.*)?)$/;

const SHOWN = /^\/(account(\/data)?|admin(\/(activity|another-day)(\/.*)?)?)$/;

/** A `ReadOnly`, which is of the same layer. */
type Frozen = {
  kind: 'frozen';
  sentence: string;
  accepts: (address: URL) => boolean;
  shows: (address: URL) => boolean;
};

/**
 * Why a frozen town can't be changed; undefined for one that can. People can log in and delete their account; the
 * administrator can make backups.
 */
export function frozenOf(town: Town): Frozen | undefined {
  if (town.frozenAt === undefined) return undefined;
  return {
    kind: 'frozen',
    sentence: `This site has been frozen since ${formatLongDate(town.frozenAt, town)}. You can read everything, but nothing can be changed.`,
    accepts: (address) =>
      ACCEPTED.test(pageOf(address)) &&
      address.searchParams.get('mode') !== 'register' &&
      !isJoining(address),
    shows: (address) => SHOWN.test(pageOf(address)),
  };
}

/** The path of the page, also in the data requests of hydrated pages. */
function pageOf({ pathname }: URL): string {
  return pathname.replace(/\/_\.data$|\.data$/, '');
}

/** Connecting Google to an account, which is a change of it. */
function isJoining({ pathname, searchParams }: URL): boolean {
  return pathname.startsWith('/login/google') && searchParams.has('join');
}
