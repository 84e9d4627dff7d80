import type { NewsletterPlan } from '#app/town/newsletter-plan.ts';

const MOST_OF_LOCAL_PART = 64;

/**
 * Where mail servers report that the email with this tag was not delivered: the newsletter's address for bounces, by
 * default the `sender`. With VERP it contains the tag (`name+tag@host`), as far as there is room.
 */
export function returnPathOf(
  { bounceAddress, verp }: Pick<NewsletterPlan, 'bounceAddress' | 'verp'>,
  tag: string,
  sender: string,
): string {
  const address = bounceAddress || sender;
  const at = address.lastIndexOf('@');
  const local = `${address.slice(0, at)}+${tag}`;
  return verp && local.length <= MOST_OF_LOCAL_PART ? `${local}${address.slice(at)}` : address;
}
