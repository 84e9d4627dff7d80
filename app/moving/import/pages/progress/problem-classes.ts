import { choiceOf, decisions } from '#app/moving/import/choices.ts';
import type { ImportRunOptions, ProblemClass } from '#app/moving/import/import-run.ts';

/** Where a class of problems is listed: what has to be decided, and what becomes of the other records. */
export type ProblemGroup = 'decide' | 'refused' | 'changed' | 'here' | 'pictures' | 'kept';

/** Classes of problems after which the rest of a file is missing. */
export const INCOMPLETE = ['truncated', 'broken', 'damaged', 'unreadable'];

const HERE = ['deleted-here', 'edited-here', 'existing-account', 'used-here'];

type Shown = { isReport: boolean; options: ImportRunOptions };

/** The group of a class; undefined for what is said elsewhere. */
export function groupOf(
  { class: name, verdict }: Pick<ProblemClass, 'class' | 'verdict'>,
  { isReport, options }: Shown,
): ProblemGroup | undefined {
  if (INCOMPLETE.includes(name)) return undefined;
  if (name.startsWith('kept-')) return 'kept';
  const decision = decisions.find((each) => each.class === name);
  if (decision && isReport) return 'decide';
  if (name === 'picture' && verdict === 'refused') return 'pictures';
  if (verdict === 'refused') return 'refused';
  const chosen = choiceOf(options.choices, name, true);
  if (HERE.includes(name) || (chosen === 'keep' && name !== 'shortcode')) return 'here';
  return chosen === 'skip' ? 'refused' : 'changed';
}

const words: Record<string, string> = {
  'no-email': 'Accounts without an email address',
  'bad-email': 'Addresses that are not email addresses',
  'no-account': 'Profiles without an account',
  'existing-account': 'Accounts that were here before',
  'used-here': 'Accounts that have been used here',
  'google-taken': 'Google logins that another account here has',
  'other-address': 'Profiles with another address than their account',
  claims: 'Accounts with rights of the old system',
  'no-consent-date': 'Subscribers without the date of their consent',
  'same-record': 'IDs that appear twice',
  'other-id': 'Records with two IDs',
  'edited-here': 'Items that were edited here',
  'deleted-here': 'Items that were deleted here',
  'unknown-field': 'Fields that this site does not have',
  'field-value': 'Values that can’t be read',
  'no-location': 'Events without a place',
  'no-category': 'Businesses without a category',
  'recurring-event': 'Repeated events, of which the first date is imported',
  'many-dates': 'Events that repeat without an end',
  'event-time': 'Events that end before they start',
  options: 'Poll options divided at commas',
  embed: 'Embedded content that became a link',
  'page-builder': 'Texts taken out of a page builder’s layout',
  'unknown-card': 'Cards that are not known',
  picture: 'Pictures that could not be copied',
  'too-large': 'Records that are too large',
  'too-deep': 'Records with too many levels of nesting',
  'broken-quotes': 'Rows with broken quotation marks',
  nothing: 'Files with nothing to import',
  'unknown-format': 'Files that are not an export',
  'kept-users': 'Accounts of people who have logged in',
  'kept-subscribers': 'Subscribers who were emailed or changed something',
  'kept-sources': 'Sources that were changed',
  'kept-pictures': 'Pictures that are in use',
  'kept-articles': 'Articles that were edited',
  'kept-news': 'News that was edited',
  'kept-events': 'Events that were edited',
  'kept-polls': 'Polls that were edited or have votes',
  'kept-businesses': 'Businesses that were edited',
};

/** What the records of a class are called: 'Accounts without an email address'; for other classes, the first reason. */
export function wordsOf({ class: name, example }: Pick<ProblemClass, 'class' | 'example'>): string {
  return decisions.find((each) => each.class === name)?.question ?? words[name] ?? example.problem;
}
