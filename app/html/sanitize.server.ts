import sanitizeHtml, { type IOptions } from 'sanitize-html';

declare const safe: unique symbol;

/** HTML that went through `sanitize`: the only kind that may be stored or put into a page. */
export type SafeHtml = string & { readonly [safe]: true };

// Elements below the first depth lose their tags; beyond the two others only the words are left, because the
// parser's time grows with the square of what is open.
const MAX_DEPTH = 100;
const MAX_OPEN = 1000;
const MAX_ELEMENTS = 20_000;

const MAX_ROUNDS = 6;
const MAX_ADDRESS_LENGTH = 2000;

/**
 * The one way foreign HTML becomes ours: an allow-list, applied when a description is stored and again when it is
 * shown. Scripts, handlers, styles, forms, frames, tracking pixels and links to anything but http(s), mailto and tel
 * are gone; images are lazy and sized; outside links open in a new tab. Its output is a fixed point: sanitizing it
 * once more changes nothing. Never throws; of HTML that does not settle, or has more elements than anybody writes,
 * only the words are left. Product contract section 2, R-21, R-22.
 */
export function sanitize(dirty: string): SafeHtml {
  const known = settled.get(dirty);
  if (known) return known;
  const clean = settle(dirty);
  remember(dirty, clean);
  return clean;
}

/** What was shown lately is shown again when other things on its page change. */
const settled = new Map<string, SafeHtml>();
let remembered = 0;
const MAX_REMEMBERED = 4 * 1024 * 1024;

function remember(dirty: string, clean: SafeHtml): void {
  if (dirty.length > MAX_REMEMBERED / 8) return;
  settled.set(dirty, clean);
  remembered += dirty.length;
  for (const oldest of settled.keys()) {
    if (remembered <= MAX_REMEMBERED) return;
    settled.delete(oldest);
    remembered -= oldest.length;
  }
}

function settle(dirty: string): SafeHtml {
  let html = dirty;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const clean = cleanOnce(html);
    if (clean === html) return clean as SafeHtml;
    if (clean === undefined) break;
    html = clean;
  }
  return settle(html.replace(/<[^<>]*>?/g, ' '));
}

/** One pass over the HTML; undefined when it has too many elements. */
function cleanOnce(html: string): string | undefined {
  let elements = 0;
  let open = 0;
  let hiddenFrom = Number.POSITIVE_INFINITY;
  const settings: IOptions = {
    ...options,
    onOpenTag(_name, attributes) {
      if (++elements > MAX_ELEMENTS || ++open > MAX_OPEN) throw tooManyElements;
      if (isHidden(attributes)) hiddenFrom = Math.min(hiddenFrom, open);
    },
    onCloseTag() {
      if (--open < hiddenFrom) hiddenFrom = Number.POSITIVE_INFINITY;
    },
    transformTags: {
      ...transforms,
      img: (tagName, given) => ({ tagName, attribs: open < hiddenFrom ? imageAttributes(given) : {} }),
    },
  };
  try {
    return withoutEmptyElements(sanitizeHtml(html.replace(controls, ''), settings));
  } catch (error) {
    if (error === tooManyElements) return undefined;
    throw error;
  }
}

const tooManyElements = new Error('too many elements');

// The same as item-schema.ts refuses: as character references they come in behind its back.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * `div` is not among them: browsers close it where a list item or a table inside it begins, and its end tag would
 * then close the page's own.
 */
const allowedTags = `
  p br hr h2 h3 h4 ul ol li dl dt dd blockquote cite q pre code
  strong b em i u s del ins sub sup small mark abbr time span
  a figure figcaption img table caption thead tbody tfoot tr th td`
  .trim()
  .split(/\s+/);

/** Blocks that only arrange their content: paragraphs keep the words of neighbours apart. */
const arrangingTags = `
  div section article header footer main aside nav address center details summary form fieldset legend
  hgroup`
  .trim()
  .split(/\s+/);

/** What is in them is not text, or stands for what was dropped. */
const droppedWithContent = `
  script style noscript template xmp plaintext noembed noframes iframe object video audio canvas svg math title
  textarea select option`
  .trim()
  .split(/\s+/);

const options: IOptions = {
  allowedTags,
  nonTextTags: droppedWithContent,
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
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: MAX_DEPTH,
};

const transforms: IOptions['transformTags'] = {
  ...Object.fromEntries(arrangingTags.map((tag) => [tag, 'p'])),
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  strike: 's',
  a: (tagName, given) => ({ tagName, attribs: linkAttributes(given) }),
};

type Attributes = Record<string, string>;

function linkAttributes({ href = '', target, rel, ...rest }: Attributes): Attributes {
  const address = tidyAddress(href);
  if (address === '' || !isUsable(address)) return rest;
  const isExternal = /^https?:/i.test(address);
  return isExternal
    ? { ...rest, href: address, target: '_blank', rel: 'noopener noreferrer' }
    : { ...rest, href: address };
}

/** None for a picture that is not worth loading: then it is left out. */
function imageAttributes({ src = '', alt = '', ...given }: Attributes): Attributes {
  const address = tidyAddress(src).replaceAll(' ', '%20');
  if (isTiny(given.width) || isTiny(given.height) || !isPictureAddress(address)) return {};
  const width = sizeOf(given.width);
  const height = sizeOf(given.height);
  return {
    src: address,
    alt,
    // Three to two until it is loaded, so that the text below it moves little.
    width: width ?? (height ? String(Math.round(Number(height) * 1.5)) : '1200'),
    height: height ?? (width ? String(Math.round(Number(width) / 1.5)) : '800'),
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  };
}

/** From https or this site, and not from those who only count readers. */
function isPictureAddress(address: string): boolean {
  if (!isUsable(address) || beacons.test(address)) return false;
  return /^https:\/\//i.test(address) || /^\/(?![/\\])/.test(address);
}

function isHidden({ style = '', hidden }: Attributes): boolean {
  return hidden !== undefined || hidingStyle.test(style);
}

/** The size of a tracking pixel. */
function isTiny(value = ''): boolean {
  return Number.parseFloat(value) <= 2;
}

function sizeOf(value = ''): string | undefined {
  return /^\s*(\d{1,4})(?:px)?\s*$/.exec(value)?.[1];
}

const hidingStyle = new RegExp(
  [
    'display\\s*:\\s*none',
    'visibility\\s*:\\s*hidden',
    'opacity\\s*:\\s*(?:0?\\.0+|0)\\s*(?:[;!]|$)',
    '(?:max-)?(?:width|height)\\s*:\\s*[0-2](?:\\.\\d*)?(?:px)?\\s*(?:[;!]|$)',
    '(?:left|top)\\s*:\\s*-\\d{3}',
  ]
    .map((rule) => `(?<![\\w-])${rule}`)
    .join('|'),
  'i',
);

const beacons = new RegExp(
  `^https://(?:[\\w-]+\\.)*(?:${[
    'doubleclick\\.net[/:]',
    'facebook\\.com/tr[/?]',
    'feedburner\\.com/~',
    'feedsportal\\.com/',
    'google-analytics\\.com/',
    'list-manage\\.com/track/',
    'quantserve\\.com/',
    'scorecardresearch\\.com/',
    'stats\\.wordpress\\.com/',
    '(?:pixel|stats)\\.wp\\.com/',
  ].join('|')})`,
  'i',
);

/** As browsers read it: without the white space they skip, so that what is checked is what is followed. */
function tidyAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return address.replace(/[\u0000-\u001f]/g, '').trim();
}

function isUsable(address: string): boolean {
  return address.length <= MAX_ADDRESS_LENGTH && URL.canParse(address, 'https://town.invalid');
}

/** Pictures that were left out, and the paragraphs, links, spans and figures that have nothing in them. */
function withoutEmptyElements(clean: string): string {
  let html = clean.replace(/<img(?! src=)[^>]*>/g, '');
  for (let before = ''; before !== html; ) {
    before = html;
    html = html.replace(/<(p|a|span|figure)(?: [^>]*)?>(\s*)<\/\1>/g, '$2');
  }
  return html;
}
