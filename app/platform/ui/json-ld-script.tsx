import { printable } from '#app/platform/html/printable.ts';
import { type SiteFacts, useSite } from './site-facts.ts';

/**
 * Facts about the page for search engines, as a data block that browsers don't run and no content security policy
 * applies to. Null, '' and absent values are left out, and no text can end the element.
 */
export function JsonLd({ about }: { about: (site: SiteFacts) => object }) {
  const json = scriptJson(about(useSite()));
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape what a script element does not unescape
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

/**
 * JSON for a script element: without `<`, and without the two line separators that JSON allows and older JavaScript
 * does not.
 */
export function scriptJson(data: object): string {
  return JSON.stringify(data, withoutNothing).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function withoutNothing(_name: string, value: unknown): unknown {
  if (value === null || value === '') return undefined;
  return typeof value === 'string' ? printable(value) : value;
}
