import type { Doubt, FoundUser } from '#app/moving/formats/found.ts';

/**
 * What two files say about one person. Whose account it is comes from the account alone, never from a profile, which its
 * owner could write: address, password, logins. Of two accounts or two profiles the first one counts, and of both
 * kinds the consent to the newsletter.
 */
export function joinUsers(one: FoundUser, other: FoundUser): FoundUser {
  const [first, second] = one.isProfile && !other.isProfile ? [other, one] : [one, other];
  const isProfile = first.isProfile === second.isProfile ? {} : { isProfile: undefined };
  const { newsletterOptIn, consentAt, createdAt } = second;
  const doubts = [...placed(first), ...placed(second), ...otherAddress(first, second)];
  const consent = first.newsletterOptIn === undefined ? { newsletterOptIn, consentAt } : {};
  const { isProfile: _, ...joined } = { ...first, ...consent, doubts };
  const whole: FoundUser = { ...joined, createdAt: first.createdAt ?? createdAt };
  return first.isProfile && second.isProfile ? { ...whole, isProfile: true, ...isProfile } : whole;
}

/** Each doubt with the place of the record that it is about. */
function placed({ doubts, place }: FoundUser): Doubt[] {
  return doubts.map((doubt) => ({ place, ...doubt }));
}

function otherAddress(account: FoundUser, profile: FoundUser): Doubt[] {
  const [one, other] = [account.email, profile.email].map((email) => email?.trim().toLowerCase());
  if (!one || !other || one === other) return [];
  const problem = 'The profile has another address than the account, whose address counts';
  return [{ verdict: 'doubtful', class: 'other-address', field: 'email', problem }];
}
