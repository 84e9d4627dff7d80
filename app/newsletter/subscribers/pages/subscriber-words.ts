import type { Subscriber, SubscriberState } from '#app/newsletter/subscribers/subscriber.ts';
import { formatShortDate } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

/** A subscriber's state, for the administrator. */
export const stateWords: Record<SubscriberState, { label: string; tone: string }> = {
  waiting: { label: 'Waiting', tone: 'is-warning' },
  active: { label: 'Active', tone: 'is-success' },
  unsubscribed: { label: 'Unsubscribed', tone: 'is-quiet' },
  bounced: { label: 'Bounced', tone: 'is-danger' },
};

const reasonWords: Record<string, string> = {
  link: 'with the link of an email',
  'one-click': 'with the button of the email program',
  account: 'on the account page, or by deleting the account',
  administrator: 'by an administrator',
  import: 'an imported list said so',
  complaint: 'marked an email as spam',
  hard: 'the address does not exist',
  soft: 'five emails in a row came back',
  restored: 'before a backup was restored',
  moved: 'gets the newsletter at another address now',
};

/** Why the subscriber is in this state, and since when. */
export function stateNoteOf({ state, reason, stateAt }: Subscriber, town: Town): string {
  const since = formatShortDate(stateAt, town);
  if (state === 'waiting') return `Has not confirmed since ${since}`;
  if (state === 'active') return `Since ${since}`;
  return [since, reasonWords[reason ?? '']].filter(Boolean).join(', ');
}

/** 'Weekly: stories, events'. */
export function choiceWordsOf({ frequency, topics }: Subscriber): string {
  return `${frequency === 'weekly' ? 'Weekly' : 'Daily'}: ${topics.join(', ')}`;
}

export const flagWords = { disposable: 'Disposable address', role: 'Shared address' } as const;

/** What is shown for an address that was erased. */
export const ERASED = 'Erased address';
