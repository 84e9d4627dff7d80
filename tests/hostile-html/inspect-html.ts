/** What a parser other than the sanitizer finds in HTML, and what of that may not be there. */
import { Parser } from 'htmlparser2';

export type FoundElement = { name: string; attributes: Record<string, string> };

/** All elements, in their order. */
export function listElements(html: string): FoundElement[] {
  const found: FoundElement[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => found.push({ name, attributes: { ...attributes } }),
    oncomment: () => found.push({ name: '#comment', attributes: {} }),
    onprocessinginstruction: () => found.push({ name: '#instruction', attributes: {} }),
  });
  parser.end(html);
  return found;
}

/** The elements that may be in a page, with the attributes that each may have beside `lang` and `dir`. */
export const allowed: Record<string, string[]> = {
  ...Object.fromEntries(
    `p br hr h2 h3 h4 ul li dl dt dd blockquote cite q pre code strong b em i u s del ins sub sup small mark span
    figure figcaption table caption thead tbody tfoot tr`
      .split(/\s+/)
      .map((name) => [name, []]),
  ),
  a: ['href', 'target', 'rel', 'hreflang', 'title'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
  abbr: ['title'],
  time: ['datetime'],
  ol: ['start', 'reversed'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Everything in the HTML that the rules forbid, in words; empty when there is nothing.. */
export function listOffences(html: string): string[] {
  return listElements(html).flatMap(offencesOf);
}

/** What the rules forbid about an element, in words. */
export function offencesOf({ name, attributes }: FoundElement): string[] {
  const rules = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
  if (!rules) return [`<${name}>`];
  const strange = Object.keys(attributes).filter(
    (attribute) => ![...rules, 'lang', 'dir'].includes(attribute),
  );
  return [
    ...strange.map((attribute) => `<${name} ${attribute}>`),
    ...(name === 'a' ? offencesOfLink(attributes) : []),
    ...(name === 'img' ? offencesOfImage(attributes) : []),
  ];
}

/** A link is followed from pages with and without encryption: what looks like a path in one may lead out of the other. */
function offencesOfLink({ href, target, rel }: Record<string, string>): string[] {
  const addresses = ['https://town.example/articles/1', 'http://town.example/articles/1'].map((page) =>
    resolve(href, page),
  );
  const offences = addresses
    .filter((url) => url && !/^(?:https?|mailto|tel):$/.test(url.protocol))
    .map(() => `scheme of ${href}`);
  const leaves = addresses.some(
    (url) => url && /^https?:$/.test(url.protocol) && url.host !== 'town.example',
  );
  const marked = target === '_blank' && rel === 'noopener noreferrer';
  const unmarked = target === undefined && rel === undefined;
  if (leaves && !marked) offences.push(`link to ${href} without a new window`);
  if (!marked && !unmarked) offences.push(`target ${target}, rel ${rel}`);
  return offences;
}

function offencesOfImage(attributes: Record<string, string>): string[] {
  const { src, alt, width, height, loading, decoding, referrerpolicy } = attributes;
  const offences: string[] = [];
  const addresses = ['https://town.example/', 'http://town.example/'].map((page) => resolve(src, page));
  for (const url of addresses) {
    if (!url || !(url.protocol === 'https:' || url.host === 'town.example'))
      offences.push(`image from ${src}`);
  }
  if (Number(width) < 3 || Number(height) < 3 || !width || !height)
    offences.push(`size ${width} by ${height}`);
  if (alt === undefined) offences.push('no alt');
  if (loading !== 'lazy' || decoding !== 'async' || referrerpolicy !== 'no-referrer')
    offences.push('not lazy');
  return offences;
}

function resolve(address: string | undefined, page: string): URL | undefined {
  return address !== undefined && URL.canParse(address, page) ? new URL(address, page) : undefined;
}
