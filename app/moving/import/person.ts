/** What imports say of people, and how they remember them. */
import { createHash } from 'node:crypto';
import type { Doubt } from '#app/moving/formats/found.ts';
import type { ImportFacts } from './import-run.ts';

export type Fact = keyof ImportFacts;

/** What became of a person: `facts` are counted for the report. */
export type Outcome = {
  column: 'moved' | 'skipped' | 'refused';
  itemId: string | null;
  doubts: Doubt[];
  facts: Fact[];
};

/** What is stored of the keys of people. */
export function personKeyOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export const NO_EMAIL: Doubt = {
  verdict: 'refused',
  class: 'no-email',
  field: 'email',
  problem: 'The account has no email address',
};

export const NO_ACCOUNT: Doubt = {
  verdict: 'doubtful',
  class: 'no-account',
  field: '',
  problem:
    'The profile has no account. It becomes one without a password, whose owner can choose one by email',
};

export const UNCONFIRMED: Doubt = {
  verdict: 'doubtful',
  class: 'unconfirmed',
  field: 'newsletterOptIn',
  problem: 'Agreed to the newsletter with an address that is not confirmed',
};

export const BAD_EMAIL: Doubt = { ...NO_EMAIL, class: 'bad-email', problem: 'This is not an email address' };
