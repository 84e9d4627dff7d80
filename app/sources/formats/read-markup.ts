import { Parser } from 'htmlparser2';
import { SourceError } from '#app/sources/import/source-item.ts';

/**
 * An element of a feed. `name` is in lower case, with the usual prefix of its namespace: 'title', 'dc:creator',
 * 'content:encoded'; none for RSS, RDF's RSS and Atom. `text` is the text directly in it, without character references.
 */
export type Markup = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Markup[];
  parent: Markup | undefined;
  /** Where its content begins and ends in the document. */
  from: number;
  to: number;
};

/** what real documents stay far below. */
const MOST_DEPTH = 1000;
const MOST_ELEMENTS = 300_000;

/** The usual prefixes. The namespaces of RSS and Atom have none; feeds mix them up. */
const PREFIXES: [RegExp, string][] = [
  [/^https?:\/\/www\.w3\.org\/2005\/atom\/?$/i, 'atom'],
  [/^https?:\/\/(purl\.org\/atom\/(ns|app)|example\.com\/newformat)#?$/i, 'atom'],
  [
    /^https?:\/\/(purl\.org\/(rss\/1\.0|net\/rss1\.1#?|rss\/2\.0|atom-blog\/ns#?)\/?$|(my|channel)\.netscape\.com\/rdf\/simple|backend\.userland\.com\/|blogs\.law\.harvard\.edu\/tech\/rss|www\.rssboard\.org)/i,
    '',
  ],
  [/^https?:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#?$/i, 'rdf'],
  [/^https?:\/\/purl\.org\/dc\/(elements|terms)\//i, 'dc'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/i, 'content'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/event\/?$/i, 'ev'],
  [/^https?:\/\/(search\.yahoo\.com\/mrss|video\.search\.yahoo\.com\/mrss)\/?$/i, 'media'],
  [/^https?:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd$/i, 'itunes'],
  [/^https?:\/\/rssnamespace\.org\/feedburner\/ext\/1\.0$/i, 'feedburner'],
  [/^urn:ietf:params:xml:ns:xcal/i, 'xcal'],
  [/^(urn:oasis:names:tc:emergency:cap:|http:\/\/www\.incident\.com\/cap\/)/i, 'cap'],
  [/^https?:\/\/www\.w3\.org\/1999\/xhtml\/?$/i, 'xhtml'],
  [/^https?:\/\/www\.w3\.org\/XML\/1998\/namespace$/i, 'xml'],
];

/** Prefixes that feeds use for RSS and Atom without declaring them. */
const UNDECLARED: Record<string, string> = { rss: '', a: 'atom', atom10: 'atom', atom03: 'atom' };

/**
 * The root element of an XML document, read as tolerantly as browsers read HTML: an unescaped ampersand, a missing end
 * tag or a cut-off end loses nothing before it. Undefined when there is no element, or `isForeign` says of its name that
 * the document is something else. Throws SourceError for a document that defines entities, or nests or repeats elements
 * beyond all measure.
 */
export function readMarkup(text: string, isForeign: (name: string) => boolean): Markup | undefined {
  const reader = new MarkupReader(isForeign);
  const parser = new Parser(reader, { xmlMode: true, decodeEntities: true });
  reader.parser = parser;
  try {
    parser.end(text);
  } catch (error) {
    if (error !== FOREIGN) throw error;
    return undefined;
  }
  return reader.root;
}

const FOREIGN = new Error('something else');

class MarkupReader {
  root: Markup | undefined;
  parser: Parser | undefined;
  readonly #isForeign: (name: string) => boolean;
  readonly #open: Markup[] = [];
  /** What the prefixes mean at each open element that declares any. */
  readonly #meanings: { depth: number; prefixes: Map<string, string> }[] = [];
  #count = 0;

  constructor(isForeign: (name: string) => boolean) {
    this.#isForeign = isForeign;
  }

  onprocessinginstruction(_name: string, data: string): void {
    if (/^!ENTITY/i.test(data) || (/^!DOCTYPE/i.test(data) && data.includes('[')))
      throw new SourceError('The document defines entities, which could expand without end');
  }

  onopentag(written: string, attributes: Record<string, string>): void {
    if (++this.#count > MOST_ELEMENTS) throw new SourceError('The document has too many elements');
    if (this.#open.length >= MOST_DEPTH) throw new SourceError('The elements are nested too deeply');
    this.#declare(attributes);
    const name = this.#nameOf(written);
    if (!this.root && this.#isForeign(name)) throw FOREIGN;
    const parent = this.#open.at(-1);
    const from = (this.parser?.endIndex ?? 0) + 1;
    const element: Markup = { name, attributes, text: '', children: [], parent, from, to: from };
    parent?.children.push(element);
    // Something before the feed, such as a warning of the program that wrote it, is not the root.
    if (!this.root) this.root = element;
    else if (!parent) this.#adopt(element);
    this.#open.push(element);
  }

  ontext(data: string): void {
    const element = this.#open.at(-1);
    if (element) element.text += data;
  }

  onclosetag(): void {
    const element = this.#open.pop();
    if (element) element.to = this.parser?.startIndex ?? 0;
    if (this.#meanings.at(-1)?.depth === this.#open.length + 1) this.#meanings.pop();
  }

  /** Several roots: the document is their list. */
  #adopt(element: Markup): void {
    const first = this.root as Markup;
    if (first.name === '#list') {
      first.children.push(element);
      element.parent = first;
      return;
    }
    const list: Markup = { ...first, name: '#list', attributes: {}, text: '', children: [first, element] };
    first.parent = element.parent = list;
    this.root = list;
  }

  #declare(attributes: Record<string, string>): void {
    let prefixes: Map<string, string> | undefined;
    for (const name in attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      prefixes ??= new Map(this.#meanings.at(-1)?.prefixes);
      prefixes.set(
        name.slice(6).toLowerCase(),
        usualPrefix(attributes[name] ?? '', name.slice(6).toLowerCase()),
      );
    }
    if (prefixes) this.#meanings.push({ depth: this.#open.length + 1, prefixes });
  }

  #nameOf(written: string): string {
    const name = written.toLowerCase();
    const colon = name.indexOf(':');
    const [prefix, local] = colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
    const meant = this.#meanings.at(-1)?.prefixes.get(prefix) ?? UNDECLARED[prefix] ?? prefix;
    return meant === '' ? local : `${meant}:${local}`;
  }
}

function usualPrefix(namespace: string, written: string): string {
  const known = PREFIXES.find(([pattern]) => pattern.test(namespace.trim().slice(0, 200)));
  // A default namespace that nobody knows is that of the feed.
  return known?.[1] ?? written;
}
