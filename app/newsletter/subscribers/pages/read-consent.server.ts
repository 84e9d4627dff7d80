import type { Consent } from '#app/newsletter/subscribers/subscriber.ts';
import { instantOfTownTime } from '#app/platform/time/town-time.ts';
import type { ConsentInput } from './consent-fields.tsx';

const MOST_CHARACTERS = 200;

type ConsentProblems = { source?: string | undefined; date?: string | undefined };
type ReadConsent = { typed: ConsentInput; consent?: Consent; problems: ConsentProblems };

/** The consent of a form, or what is wrong with it. A day begins at the town's midnight. */
export function readConsent(
  sent: ConsentInput,
  { timeZone, now }: { timeZone: string; now: number },
): ReadConsent {
  const typed = { source: sent.source.trim(), date: sent.date.trim() };
  const at = instantOfTownTime(`${typed.date}T00:00`, timeZone);
  const problems: ConsentProblems = {
    source: sourceProblem(typed.source),
    date: at === undefined ? 'Enter a day' : at > now ? 'This day is in the future' : undefined,
  };
  if (at === undefined || problems.source || problems.date) return { typed, problems };
  return { typed, problems, consent: { source: typed.source, at } };
}

function sourceProblem(source: string): string | undefined {
  if (source === '') return 'Say where they agreed';
  if (source.length > MOST_CHARACTERS) return 'Use at most 200 characters';
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(source) ? 'Use one line of text' : undefined;
}
