import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { figureClasses } from './figure-widths.ts';
import {
  fromAnywhere,
  fromSafeAddresses,
  imageAttributes,
  isHidden,
  isUsable,
  type PictureRule,
  tidyAddress,
} from './foreign-pictures.ts';

declare const safe: unique symbol;

/** HTML that went through `sanitize`: the only kind that may be stored or put into a page. */
export type SafeHtml = string & { readonly [safe]: true };

// The parser's time grows with the square of the open elements, and with each bracket and each ampersand.
const MAX_LENGTH = 512 * 1024;
const MAX_DEPTH = 100;
const MAX_OPEN = 1000;
const MAX_ELEMENTS = 20_000;
const MAX_BRACKETS = 50_000;
const MAX_AMPERSANDS = 50_000;

const MAX_ROUNDS = 6;

/**
 * The only way in for foreign HTML: an allow-list, applied when a description is stored and again when it is shown.
 * Removes scripts, handlers, styles, forms, frames, tracking pixels and links to anything but http(s), mailto and tel;
 * images are lazy and sized; external links open in a new tab. Sanitizing the output again changes nothing. Never
 * throws; of HTML that does not become stable, or exceeds a limit, only the text is left: `findExcess` reports that
 * before it is stored. Product contract section 2, R-21, R-22.
 */
export function sanitize(dirty: string): SafeHtml {
  const known = settled.get(dirty);
  if (known) return known;
  const clean = settle(dirty).clean;
  remember(dirty, clean);
  return clean;
}

/**
 * HTML from elsewhere, in one pass of what `sanitize` repeats until nothing changes: `sanitize` it before it is stored
 * or shown. `resolve` gives the whole address of each link and picture, or undefined when it has none that can be used.
 */
export function tidyForeign(dirty: string, resolve: (address: string) => string | undefined): string {
  if (isHeavy(dirty)) return wordsOf(dirty);
  return cleanOnce(dirty, { ...fromSafeAddresses, resolve }).clean ?? wordsOf(dirty);
}

/**
 * Why `sanitize` would not keep the markup of this HTML, as a message for the user who wants to save it; undefined when
 * it keeps all that is allowed. Accepted HTML stays within the limits after sanitizing, so that it can be saved again
 * as it was read, and shown without delay. R-21.
 */
export function findExcess(dirty: string): string | undefined {
  const { clean, excess } = settle(dirty);
  if (excess) return sentences[excess];
  if (clean.length > MAX_LENGTH) return sentences.length;
  remember(dirty, clean);
  remember(clean, clean);
  return undefined;
}

/**
 * HTML from elsewhere as `sanitize` writes it, but with pictures that it would remove: those from http, and those that
 * the text itself contains (data:). For work on these pictures; sanitize the result before it is stored or shown.
 * Unchanged if `sanitize` would not keep its markup.
 */
export function tidyWithPictures(dirty: string): string {
  const { clean, excess } = settle(dirty, fromAnywhere);
  return excess ? dirty : clean;
}

type Excess = 'length' | 'depth' | 'markup';

const sentences: Record<Excess, string> = {
  length: `Use at most ${MAX_LENGTH} characters, including the markup`,
  depth: `Nest elements at most ${MAX_DEPTH} deep`,
  markup: `Use at most ${MAX_ELEMENTS} elements and ${MAX_AMPERSANDS} special characters`,
};

/** Recently shown HTML is shown again when other parts of its page change. */
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

type Settled = { clean: SafeHtml; excess?: Excess | undefined };

/** Which pictures are kept, and what addresses mean. */
type Addresses = PictureRule & { resolve?: (address: string) => string | undefined };

function settle(dirty: string, pictures: Addresses = fromSafeAddresses): Settled {
  if (isHeavy(dirty)) return { clean: wordsOf(dirty), excess: 'markup' };
  let html = dirty;
  let excess: Excess | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const pass = cleanOnce(html, pictures);
    excess ??= pass.excess;
    if (pass.clean === html) return { clean: html as SafeHtml, excess };
    if (pass.clean === undefined) break;
    html = pass.clean;
  }
  return { clean: wordsOf(html), excess: excess ?? 'markup' };
}

/** Whether counting alone shows excessive markup. */
function isHeavy(html: string): boolean {
  return hasMore(html, '<', MAX_BRACKETS) || hasMore(html, '&', MAX_AMPERSANDS);
}

function hasMore(html: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = html.indexOf(character); at >= 0; at = html.indexOf(character, at + 1))
    if (++count > most) return true;
  return false;
}

/** Without anything that a parser could take for markup, so that sanitizing it again changes nothing. */
function wordsOf(html: string): SafeHtml {
  const words = html.replace(/<[^<>]*>?/g, ' ');
  const text = hasMore(words, '&', MAX_AMPERSANDS) ? words.replaceAll('&', ' ') : words;
  let clean = text.replaceAll('>', ' ');
  // The second pass removes what character references stood for.
  for (let round = 0; round < 3; round++) clean = cleanOnce(clean, fromSafeAddresses).clean ?? '';
  return clean as SafeHtml;
}

/** One pass over the HTML; without a result when it has too many elements. */
function cleanOnce(html: string, pictures: Addresses): { clean?: string; excess?: Excess | undefined } {
  let elements = 0;
  let open = 0;
  let deepest = 0;
  let hiddenFrom = Number.POSITIVE_INFINITY;
  const settings: IOptions = {
    ...options,
    allowedSchemesByTag: { img: pictures.schemes },
    onOpenTag(_name, attributes) {
      if (++elements > MAX_ELEMENTS) throw tooMuch.markup;
      if (++open > MAX_OPEN) throw tooMuch.depth;
      deepest = Math.max(deepest, open);
      if (isHidden(attributes)) hiddenFrom = Math.min(hiddenFrom, open);
    },
    onCloseTag() {
      if (--open < hiddenFrom) hiddenFrom = Number.POSITIVE_INFINITY;
    },
    transformTags: {
      ...transforms,
      a: (tagName, given) => ({ tagName, attribs: linkAttributes(resolved(given, 'href', pictures)) }),
      img: (tagName, given) => ({
        tagName,
        attribs: open < hiddenFrom ? imageAttributes(resolved(given, 'src', pictures), pictures) : {},
      }),
    },
  };
  try {
    const clean = withoutEmptyElements(sanitizeHtml(html.replace(controls, ''), settings));
    return { clean, excess: deepest > MAX_DEPTH ? 'depth' : undefined };
  } catch (error) {
    if (error === tooMuch.markup) return { excess: 'markup' };
    if (error === tooMuch.depth) return { excess: 'depth' };
    throw error;
  }
}

const tooMuch = { markup: new Error('too many elements'), depth: new Error('too many open elements') };

// The same as item-schema.ts refuses: character references bypass that check.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Without `div`: browsers close it where a list item or a table inside it begins, and its end tag would then close the
 * page's own.
 */
const allowedTags = `
  p br hr h2 h3 h4 ul ol li dl dt dd blockquote cite q pre code
  strong b em i u s del ins sub sup small mark abbr time span
  a figure figcaption img table caption thead tbody tfoot tr th td`
  .trim()
  .split(/\s+/);

/** Blocks that only arrange their content: paragraphs keep neighboring words apart. */
const arrangingTags = `
  div section article header footer main aside nav address center details summary form fieldset legend
  hgroup`
  .trim()
  .split(/\s+/);

/** Their content is not text, or is a fallback for removed elements. */
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
    figure: ['class'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
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
  figure: (tagName, given) => ({ tagName, attribs: figureAttributes(given) }),
};

type Attributes = Record<string, string>;

/** Without the address if it leads nowhere. */
function resolved(given: Attributes, attribute: string, { resolve }: Addresses): Attributes {
  const address = given[attribute];
  if (!resolve || !address) return given;
  const { [attribute]: _without, ...rest } = given;
  const whole = resolve(tidyAddress(address));
  return whole ? { ...rest, [attribute]: whole } : rest;
}

function linkAttributes({ href = '', target, rel, ...rest }: Attributes): Attributes {
  const address = tidyAddress(href);
  if (address === '' || !isUsable(address)) return rest;
  const isExternal = /^https?:/i.test(address);
  return isExternal
    ? { ...rest, href: address, target: '_blank', rel: 'noopener noreferrer' }
    : { ...rest, href: address };
}

/** The class is one that sets the width, or none. */
function figureAttributes({ class: given = '', ...rest }: Attributes): Attributes {
  const width = given.split(/\s+/).find((name) => figureClasses.includes(name));
  return width ? { ...rest, class: width } : rest;
}

/** Removed pictures, and the paragraphs, links, spans and figures that are empty without them. */
function withoutEmptyElements(clean: string): string {
  let html = clean.replace(/<img(?! src=)[^>]*>/g, '');
  for (let before = ''; before !== html; ) {
    before = html;
    html = html.replace(/<(p|a|span|figure)(?: [^>]*)?>(\s*)<\/\1>/g, '$2');
  }
  return html;
}
