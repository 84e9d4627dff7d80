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

/** A change of a subscriber that asks first. `name` is the end of its address. */
type SubscriberChange = {
  name: 'reactivation' | 'unsubscribe' | 'erasure';
  label: string;
  question: string;
  consequence: string;
  button: string;
  isDangerous: boolean;
};

const changes: SubscriberChange[] = [
  {
    name: 'reactivation',
    label: 'Send again',
    question: 'Send the newsletter to this address again?',
    consequence:
      'Emails to it came back. Sending to addresses that don’t work makes mail servers distrust the site: send again only if you know that the address works now. If it bounces again, it is suppressed again.',
    button: 'Send again',
    isDangerous: false,
  },
  {
    name: 'unsubscribe',
    label: 'Unsubscribe',
    question: 'Unsubscribe this address?',
    consequence:
      'It gets no more issues, and no import adds it again. Only the person can subscribe again. Emails about an account are not affected.',
    button: 'Unsubscribe',
    isDangerous: false,
  },
  {
    name: 'erasure',
    label: 'Erase',
    question: 'Erase this address?',
    consequence:
      'The address is deleted from the list and from the logs of sent issues. This can’t be undone. What remains is a fingerprint, which keeps imports from adding the address again; the person can still subscribe.',
    button: 'Erase',
    isDangerous: true,
  },
];

/** The changes that are possible in the subscriber's state. */
export function changesOf({ state, address }: Subscriber): SubscriberChange[] {
  if (address === null) return [];
  return changes.filter(
    ({ name }) =>
      name === 'erasure' || (name === 'reactivation' ? state === 'bounced' : state !== 'unsubscribed'),
  );
}
