import { readContext } from '#app/people/request/context.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import type { Route } from './+types/security-txt';

const GOOD_FOR_DAYS = 180;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export function loader(args: Route.LoaderArgs) {
  const { town, now, siteUrl } = readContext(args);
  // A whole day, so that the text stays the same for a day.
  const expires = new Date(Math.floor(now / DAY_MS) * DAY_MS + GOOD_FOR_DAYS * DAY_MS);
  const lines = [
    `Contact: ${town.contactEmail ? `mailto:${encodeURI(town.contactEmail)}` : `${siteUrl}/contact`}`,
    `Expires: ${expires.toISOString()}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    `Preferred-Languages: ${languageOfTexts(town.locale).split('-')[0]}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
