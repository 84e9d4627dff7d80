/** Changes the links of HTML that this site has rendered: its attributes are quoted, and `<` is only where tags begin. */

/** Where an attribute with an address is. */
type LinkPosition = { tag: string; name: string; rel: string };

/** The new address of `href`, which is as a browser reads it; undefined to remove the attribute, or a whole `link`. */
export type Relink = (href: string, place: LinkPosition) => string | undefined;

const TAG = /<(a|area|form|link|img|source|script|iframe)(\s[^>]*)>/gi;
const ATTRIBUTE = /\s(action|href|src|srcset|imagesrcset)="([^"]*)"/gi;
const REL = /\srel="([^"]*)"/i;

/** The same HTML with other addresses in its links, pictures, styles and scripts. */
export function rewriteLinks(html: string, relink: Relink): string {
  return html.replaceAll(TAG, (_whole, tag: string, attributes: string) => {
    const rel = REL.exec(attributes)?.[1]?.toLowerCase() ?? '';
    let isGone = false;
    const changed = attributes.replaceAll(ATTRIBUTE, (_attribute, name: string, value: string) => {
      const place = { tag: tag.toLowerCase(), name: name.toLowerCase(), rel };
      const isSet = place.name.endsWith('srcset');
      const text = unescapeHtml(value);
      const next = isSet ? rewriteSet(text, (href) => relink(href, place)) : relink(text, place);
      isGone ||= next === undefined && place.tag === 'link';
      return next === undefined ? '' : ` ${name}="${escapeHtml(next)}"`;
    });
    return isGone ? '' : `<${tag}${changed}>`;
  });
}

/** Each candidate of a `srcset`: an address and its size. Pictures have no commas in their addresses. */
function rewriteSet(set: string, relink: (href: string) => string | undefined): string | undefined {
  const candidates = set.split(',').flatMap((candidate) => {
    const [href = '', ...size] = candidate.trim().split(/\s+/);
    const next = relink(href);
    return next === undefined ? [] : [[next, ...size].join(' ')];
  });
  return candidates.length > 0 ? candidates.join(', ') : undefined;
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

function unescapeHtml(text: string): string {
  return text.includes('&')
    ? text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (name) => ENTITIES[name] ?? name)
    : text;
}

/** Text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
