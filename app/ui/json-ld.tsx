import { printable } from '#app/html/printable.ts';
import { type SiteFacts, useSite } from './site-facts.ts';

/**
 * Facts about the page for search engines, as a block of data: no browser runs it, and no content security policy
 * asks about it. What is null, '' or absent in them is left out, and no text in it can end the element.
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

/** JSON that can stand in a script element: without `<`, and without the two line ends that JSON allows and JavaScript did not. */
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
