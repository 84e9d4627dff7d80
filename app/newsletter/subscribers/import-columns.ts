import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { plainLine } from '#app/platform/mail/plain-line.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import { frequencies } from '#app/town/newsletter/newsletter-plan.ts';
import { type Consent, type Preferences, readTopics } from './subscriber.ts';

/** `now` is UTC epoch milliseconds, `zone` the town's time zone. */
export type ImportClock = { now: number; zone: string };

/** Where a file has what an import needs: the positions of its columns. */
export type ImportColumns = {
  /** As in the file, for the administrator; undefined when the first row is a subscriber already. */
  names: string[] | undefined;
  email: number;
  state?: number;
  topics?: number;
  frequency?: number;
  consentSource?: number;
  consentAt?: number;
  /** Columns that are only filled for people who left. */
  left: number[];
  /** The same of addresses that bounced. */
  bounced: number[];
};

/** What other programs call a column, in lower case without spaces and punctuation. */
const TITLES: Record<Exclude<keyof ImportColumns, 'names' | 'left' | 'bounced'>, string[]> = {
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'subscriberemail', 'contactemail', 'address'],
  state: ['state', 'status', 'subscribed', 'subscriptionstatus', 'emailstatus', 'subscribedtoemails'],
  topics: ['topics'],
  frequency: ['frequency'],
  consentSource: ['consentsource'],
  // The confirmation first, then the sign-up, then when the row was made.
  consentAt: [
    ...['consentat', 'consentdate', 'confirmtime', 'confirmedat', 'confirmationdate', 'dateconfirmed'],
    ...['optintime', 'optinat', 'optindate', 'optedinat', 'optin'],
    ...[
      'subscribedat',
      'subscribedon',
      'subscribeddate',
      'subscribedate',
      'subscriptiondate',
      'datesubscribed',
    ],
    ...[
      'signupdate',
      'signedupat',
      'signuptime',
      'joinedat',
      'joindate',
      'datejoined',
      'joined',
      'membersince',
    ],
    ...['createdat', 'createdon', 'creationdate', 'datecreated', 'dateadded', 'addedat', 'addedon', 'added'],
    ...['created', 'timestamp', 'date'],
  ],
};

/**
 * The columns of a file with this first row; `chosen` is the position of the addresses, if the administrator chose one.
 * Undefined when no column looks like addresses.
 */
export function findColumns(first: string[], chosen?: number): ImportColumns | undefined {
  const own = first.findIndex((cell) => readAddress(cell) !== undefined);
  if (own >= 0) return { names: undefined, email: chosen ?? own, left: [], bounced: [] };
  const titles = first.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const columns: Partial<ImportColumns> = {};
  for (const [name, known] of Object.entries(TITLES) as [keyof typeof TITLES, string[]][]) {
    const at = known.map((title) => titles.indexOf(title)).find((position) => position >= 0);
    if (at !== undefined) columns[name] = at;
  }
  if (chosen !== undefined && chosen < first.length) columns.email = chosen;
  if (columns.email === undefined) return undefined;
  const matching = (pattern: RegExp) =>
    titles.flatMap((title, at) => (pattern.test(title) && at !== columns.state ? [at] : []));
  // "Unsubscribe link" is filled in for everyone.
  const left = matching(/^(unsub|opt(ed)?out|complain|donot)(?!\w*(link|url|href|token|hash|key|id|code)$)/);
  return { ...columns, email: columns.email, names: first, left, bounced: matching(/^(bounce|cleaned)/) };
}

/** An address as a spreadsheet may have written it: with an apostrophe before what looks like a formula. */
function readAddress(cell: string): string | undefined {
  return parseEmailAddress(cell.replace(/^'(?=[=+\-@'])/, ''));
}

/**
 * A row of a file. `off`: the person is not to get the newsletter. `problem`: the file does not say that the person wants
 * it.
 */
export type ImportedRow = Partial<Preferences> & {
  text: string;
  address: string | undefined;
  isOff: boolean;
  problem?: string;
  consent: Partial<Consent>;
};

// Compared in lower case and without spaces and punctuation.
const OFF =
  /^(unsub\w*|opt(ed)?out|donot\w*|bounced?|cleaned|compl\w*|spam|abuse|block\w*|blacklisted|suppressed|removed|deleted|disabled|inactive|archived|left|no|n|false|0)$/;
const UNCONFIRMED = /^(waiting|pending|unconfirmed|notconfirmed|nonsubscribed|invited)$/;
const ON =
  /^(|sub|subscribed?|active|confirmed|optin|optedin|enabled|regular|member|free|paid|comped|current|yes|y|true|1)$/;

/**
 * What the cells of a row say. Dates without a zone are in `zone`. A consent after `now` (UTC epoch milliseconds) is left
 * out.
 */
export function readRow(cells: string[], columns: ImportColumns, { now, zone }: ImportClock): ImportedRow {
  const cell = (name: keyof typeof TITLES) => cells[columns[name] ?? -1] ?? '';
  const topics = readTopics(cell('topics').toLowerCase());
  const frequency = frequencies.find((each) => each === cell('frequency').toLowerCase());
  const source = plainLine(cell('consentSource').replace(/^'(?=[=+\-@'])/, ''), 200);
  // Some programs write the day into a column called "Subscribed".
  const at = parseForeignDate(cell('consentAt'), zone) ?? parseForeignDate(cell('state'), zone);
  return {
    text: cell('email'),
    address: readAddress(cell('email')),
    ...standingOf(cells, columns, zone),
    ...(topics.length > 0 ? { topics } : {}),
    ...(frequency ? { frequency } : {}),
    consent: { ...(source ? { source } : {}), ...(at !== undefined && at <= now ? { at } : {}) },
  };
}

function standingOf(
  cells: string[],
  columns: ImportColumns,
  zone: string,
): Pick<ImportedRow, 'isOff' | 'problem'> {
  const cell = cells[columns.state ?? -1] ?? '';
  const said = parseForeignDate(cell, zone) === undefined ? cell : '';
  const state = wordOf(said);
  const isFilled = (at: number) => !/^(|no|n|false|0|null|none|never)$/.test(wordOf(cells[at] ?? ''));
  // An active subscriber may have bounced once.
  const hasBounced = state === '' && columns.bounced.some(isFilled);
  if (OFF.test(state) || hasBounced || columns.left.some(isFilled)) return { isOff: true };
  if (UNCONFIRMED.test(state))
    return { isOff: false, problem: 'The file says that this address was never confirmed' };
  if (!ON.test(state))
    return { isOff: false, problem: `The file says “${plainLine(said, 50)}” about this address` };
  return { isOff: false };
}

function wordOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
