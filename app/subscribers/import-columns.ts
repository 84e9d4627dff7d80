import { parseEmailAddress } from '#app/mail/email-address.ts';
import { frequencies } from '#app/town/newsletter-plan.ts';
import { type Consent, type Preferences, readTopics } from './subscriber.ts';

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
};

/** What other programs call a column, in lower case without spaces and punctuation. */
const TITLES: Record<Exclude<keyof ImportColumns, 'names'>, string[]> = {
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'subscriberemail', 'contactemail', 'address'],
  state: ['state', 'status', 'subscribed', 'subscriptionstatus', 'emailstatus', 'subscribedtoemails'],
  topics: ['topics'],
  frequency: ['frequency'],
  consentSource: ['consentsource'],
  consentAt: ['consentat', 'consentdate'],
};

/**
 * The columns of a file with this first row; `chosen` is the position of the addresses, if the administrator chose one.
 * Undefined when no column looks like addresses.
 */
export function findColumns(first: string[], chosen?: number): ImportColumns | undefined {
  const own = first.findIndex((cell) => readAddress(cell) !== undefined);
  if (own >= 0) return { names: undefined, email: chosen ?? own };
  const titles = first.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const columns: Partial<ImportColumns> = {};
  for (const [name, known] of Object.entries(TITLES) as [keyof typeof TITLES, string[]][]) {
    const at = known.map((title) => titles.indexOf(title)).find((position) => position >= 0);
    if (at !== undefined) columns[name] = at;
  }
  if (chosen !== undefined && chosen < first.length) columns.email = chosen;
  return columns.email === undefined ? undefined : { ...columns, email: columns.email, names: first };
}

/** An address as a spreadsheet may have written it: with an apostrophe before what looks like a formula. */
export function readAddress(cell: string): string | undefined {
  return parseEmailAddress(cell.replace(/^'(?=[=+\-@'])/, ''));
}

/** A row of a file. `off`: the person is not to get the newsletter; `unconfirmed`: they never said that they want it. */
export type ImportedRow = Partial<Preferences> & {
  text: string;
  address: string | undefined;
  standing: 'on' | 'off' | 'unconfirmed';
  consent: Partial<Consent>;
};

const OFF =
  /^(unsub\w*|bounced?|cleaned|compl\w*|spam|abuse|block\w*|blacklisted|suppressed|removed|deleted|disabled|inactive|no|n|false|0)$/i;
const UNCONFIRMED = /^(waiting|pending|unconfirmed|not ?confirmed|non-?subscribed|invited)$/i;

/** What the cells of a row say. */
export function readRow(cells: string[], columns: ImportColumns): ImportedRow {
  const cell = (name: keyof typeof TITLES) => cells[columns[name] ?? -1] ?? '';
  const state = cell('state');
  const topics = readTopics(cell('topics').toLowerCase());
  const frequency = frequencies.find((each) => each === cell('frequency').toLowerCase());
  const at = Date.parse(cell('consentAt'));
  return {
    text: cell('email'),
    address: readAddress(cell('email')),
    standing: OFF.test(state) ? 'off' : UNCONFIRMED.test(state) ? 'unconfirmed' : 'on',
    ...(topics.length > 0 ? { topics } : {}),
    ...(frequency ? { frequency } : {}),
    consent: {
      ...(cell('consentSource') ? { source: cell('consentSource') } : {}),
      ...(Number.isNaN(at) ? {} : { at }),
    },
  };
}
