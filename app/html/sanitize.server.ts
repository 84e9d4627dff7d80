import sanitizeHtml, { type IOptions } from 'sanitize-html';

declare const safe: unique symbol;

/** HTML that went through `sanitize`: the only kind that may be stored or put into a page. */
export type SafeHtml = string & { readonly [safe]: true };

/** Longest description accepted, in characters. */
export const MAX_HTML_LENGTH = 512 * 1024;

const MAX_DEPTH = 100;

/**
 * The one way foreign HTML becomes ours: an allow-list, applied when a description is stored and again when it is
 * shown. Scripts, handlers, styles, forms, frames, tracking pixels and links to anything but http(s), mailto and tel
 * are gone; images are lazy and sized; outside links open in a new tab. Its output is a fixed point.
 */
export function sanitize(dirty: string): SafeHtml {
  let clean = sanitizeHtml(dirty, options);
  // Unclosed or nested markup may need a second round before nothing changes any more.
  for (let round = 0; round < 3; round++) {
    const again = sanitizeHtml(clean, options);
    if (again === clean) return clean as SafeHtml;
    clean = again;
  }
  return sanitizeHtml(clean, { ...options, allowedTags: ['p', 'br'], allowedAttributes: {} }) as SafeHtml;
}

const options: IOptions = {
  allowedTags: [
    'p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'cite', 'q', 'pre', 'code',
    'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'abbr', 'time', 'span', 'div',
    'a', 'figure', 'figcaption', 'img', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
  ],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'title', 'svg', 'math', 'object', 'select'],
  allowedAttributes: {
    a: ['href', 'target', 'rel', 'hreflang', 'title'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
    time: ['datetime'],
    abbr: ['title'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start', 'reversed'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: MAX_DEPTH,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes) }),
    img: (tagName, attributes) => ({ tagName, attribs: imageAttributes(attributes) }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !isShowable(frame.attribs),
};

type Attributes = Record<string, string>;

function linkAttributes({ href, target, rel, ...rest }: Attributes): Attributes {
  if (href === undefined) return rest;
  const trimmed = href.trim();
  return isExternal(trimmed)
    ? { ...rest, href: trimmed, target: '_blank', rel: 'noopener noreferrer' }
    : { ...rest, href: trimmed };
}

function isExternal(href: string): boolean {
  return /^https?:/i.test(href);
}

function imageAttributes(attributes: Attributes): Attributes {
  const { src = '', alt = '', width, height } = attributes;
  return {
    src: src.trim().replaceAll(' ', '%20'),
    alt,
    width: size(width) ?? '1200',
    height: size(height) ?? '800',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  };
}

function size(value: string | undefined): string | undefined {
  return value !== undefined && /^\d{1,5}$/.test(value.trim()) ? value.trim() : undefined;
}

/** A picture worth loading: from https or this site, and larger than a tracking pixel. */
function isShowable({ src = '', width = '', height = '' }: Attributes): boolean {
  if (Number(width) <= 2 || Number(height) <= 2) return false;
  return /^https:\/\//i.test(src) || /^\/(?![/\\])/.test(src);
}
