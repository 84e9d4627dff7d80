import type { ImportRunReport } from '#app/moving/import/import-run.ts';

/** A fact about an import: what it is about, and its sentences. */
type Fact = { about: string; words: string };

/** `isOfFirebase`: IDs, and so addresses, stay. `isWithoutSettings`: passwords that only they could check are left. */
type Known = { number: Intl.NumberFormat; zone: string; isOfFirebase: boolean; isWithoutSettings: boolean };

/** What an administrator should know before importing, in plain sentences. */
export function goodToKnow(
  { facts, moved, found, leftOut }: ImportRunReport,
  { number, zone, isOfFirebase, isWithoutSettings }: Known,
): Fact[] {
  const say = (count: number, one: string, many: string) =>
    count === 0 ? '' : count === 1 ? `1 ${one}.` : `${number.format(count)} ${many}.`;
  const redirects = moved.redirects ?? 0;
  const list: { about: string; sentences: string[] }[] = [
    {
      about: 'Passwords',
      sentences: [
        say(facts.passwords, 'person keeps theirs', 'people keep theirs'),
        say(facts.google, 'logs in with Google as before', 'log in with Google as before'),
        say(
          facts.withoutPassword,
          'has to choose a new one with “Forgot password?”',
          'have to choose a new one with “Forgot password?”',
        ),
        isWithoutSettings
          ? 'If you have the password settings, start over with them, and people keep their passwords.'
          : '',
      ],
    },
    {
      about: 'Disabled accounts',
      sentences: [say(facts.disabled, 'stays disabled', 'stay disabled')],
    },
    {
      about: 'Newsletter',
      sentences: [
        say(facts.optedIn, 'opted in with a confirmed address', 'opted in with confirmed addresses'),
        say(
          facts.unverified,
          'has no confirmed address and gets no issue until it is',
          'have no confirmed address and get no issue until it is',
        ),
        say(
          facts.suppressed,
          'unsubscribed or bounced before and won’t be emailed',
          'unsubscribed or bounced before and won’t be emailed',
        ),
      ],
    },
    { about: 'Emails', sentences: [(found.users ?? 0) > 0 ? 'The import sends no email to anyone.' : ''] },
    {
      about: 'Old addresses',
      sentences: [
        say(
          redirects,
          'will keep working and redirect to the new one',
          'will keep working and redirect to the new ones',
        ),
        isOfFirebase ? 'Articles, news, events and polls keep the addresses that they have.' : '',
      ],
    },
    {
      about: 'Left out',
      sentences: [
        leftOut.length > 0
          ? `${leftOut.map(({ what, count }) => `${what} (${number.format(count)})`).join(', ')}.`
          : '',
      ],
    },
    {
      about: 'Town time',
      sentences: [(found.events ?? 0) > 0 ? `event times without a zone are treated as ${zone}.` : ''],
    },
  ];
  return list
    .map(({ about, sentences }) => ({ about, words: sentences.filter(Boolean).join(' ') }))
    .filter(({ words }) => words !== '');
}
