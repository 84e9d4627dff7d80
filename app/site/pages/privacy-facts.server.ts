import { TRASH_DAYS } from '#app/items/trash/trash-days.ts';
import { CONFIRMS_WITHIN_MS } from '#app/newsletter/subscribers/confirmations.server.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { COOKIE_MS } from '#app/people/sessions/session-cookie.server.ts';
import { SESSION_LIMITS } from '#app/people/sessions/session-store.server.ts';
import { REMEMBERED_MS } from '#app/platform/mail/unsent-mails.server.ts';
import { COUNTED_MS } from '#app/platform/throttle/throttle.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, YEAR_MS } from '#app/platform/time/durations.ts';
import { THEME_MS } from '#app/site/frame/theme-cookie.ts';
import { KEPT_MS as REPORTS_KEPT_MS } from '#app/sources/reports/report-store.server.ts';
import { KEPT_DAYS as SUGGESTION_DAYS } from '#app/sources/suggestions/purge-suggestions.server.ts';
import { ADDRESS_KEPT_MS, ENTRIES_KEPT_MS } from '#app/town/activity/audit-log.server.ts';

type Args = { context: { get: (key: typeof requestContextKey) => { services: Services } } };
type Services = {
  settings: {
    google: unknown;
    smtpUrl: string | undefined;
    databaseUrl: string | undefined;
    mediaBucket: unknown;
  };
};

/** What the site really does with data, from its settings: sentences for the privacy policy. */
export function listPrivacyFacts({ context }: Args): string[] {
  const { google, smtpUrl, databaseUrl, mediaBucket } = context.get(requestContextKey).services.settings;
  return [
    google
      ? 'You can log in with Google. Google is contacted only if you choose that.'
      : 'Nobody can log in with Google or another company here.',
    smtpUrl
      ? 'Emails are sent through the mail server of the site’s owner.'
      : 'No emails are sent: the site has no mail server.',
    databaseUrl
      ? 'Accounts and texts are in a PostgreSQL database.'
      : 'Accounts and texts are in one file on the site’s own machine.',
    mediaBucket ? 'Pictures are in an S3 storage service.' : 'Pictures are on the site’s own machine.',
    `What an editor deletes stays in the trash for ${TRASH_DAYS} days.`,
    'Earlier versions of items are thinned out: after a year, only the newest is left.',
    `The log of actions has entries for ${spanText(ENTRIES_KEPT_MS)}, and the network addresses in them for ${spanText(ADDRESS_KEPT_MS)}.`,
    `To slow down those who guess passwords, attempts are counted for ${spanText(COUNTED_MS)} at most. The counters contain no address that can be read.`,
    `The email address of a suggestion is deleted ${SUGGESTION_DAYS} days after it was decided, and nobody but editors sees it.`,
    `A report of a mistake is deleted after ${spanText(REPORTS_KEPT_MS)}. Only a code that counts the reports of one connection once comes with it.`,
    `Of each email, a record without its text stays for ${spanText(REMEMBERED_MS)}.`,
  ];
}

/** What the newsletter stores, and how to leave it. */
export function listNewsletterFacts(): string[] {
  return [
    'It stores your email address, when and where you agreed, and what you chose to get.',
    `An address that nobody confirms is deleted after ${spanText(CONFIRMS_WITHIN_MS)}.`,
    'Each email has a link that unsubscribes you with one click, without an account.',
  ];
}

/** The cookies of the site, by what they do. All are its own, and scripts can't read them. */
export function listCookies({ context }: Args): { purpose: string; kept: string }[] {
  const { google } = context.get(requestContextKey).services.settings;
  const { member, admin } = SESSION_LIMITS;
  const purposes: Record<keyof typeof COOKIE_MS, string> = {
    device: 'recognizes this browser when you log in again',
    voter: 'lets you change a vote that you cast without an account',
    choice: 'remembers a vote while you log in to cast it',
    google: 'belongs to a login with Google',
    link: 'belongs to joining an account with a Google account',
    passkey: 'belongs to a login with a passkey',
    notice: 'shows a message on the next page, once',
  };
  const names = (Object.keys(purposes) as (keyof typeof COOKIE_MS)[]).filter(
    (name) => google || !['google', 'link'].includes(name),
  );
  return [
    {
      purpose: 'keeps you logged in',
      kept: `${spanText(member.absoluteMs)}, or until ${spanText(member.idleMs)} without a visit; editors ${spanText(admin.absoluteMs)}, or ${spanText(admin.idleMs)}`,
    },
    ...names.map((name) => ({ purpose: purposes[name], kept: spanText(COOKIE_MS[name]) })),
    { purpose: 'remembers whether you chose a light or a dark page', kept: spanText(THEME_MS) },
  ];
}

const UNITS = [
  ['year', YEAR_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** '90 days', '1 year'. */
function spanText(ms: number): string {
  const [unit, length] = UNITS.find(([, length]) => ms % length === 0) ?? ['minute', MINUTE_MS];
  const count = ms / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
