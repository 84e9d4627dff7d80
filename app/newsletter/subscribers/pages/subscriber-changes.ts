import type { Subscriber } from '#app/newsletter/subscribers/subscriber.ts';

/** A change of a subscriber that asks first. `name` is the end of its address. */
export type SubscriberChange = {
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
