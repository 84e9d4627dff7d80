/** Reads the records of an XML document of any size, one at a time. */
import { Parser } from 'htmlparser2';
import { FileProblem, MOST_NESTING, MOST_RECORD } from './format.ts';

/**
 * An element. `name` is in lower case with its prefix as written: 'wp:post_id', 'content:encoded'. `text` is all text
 * directly in it, without character references and CDATA marks. `isCut` says that the file ended inside it; `problem`
 * that it is not whole because it is too large or nests too deeply. `raw` is the element as it is written, if that was
 * asked for, and it is whole.
 */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
  /** How many elements were left out of it. */
  leftOut?: number;
  isCut?: boolean;
  problem?: 'too-large' | 'too-deep';
  raw?: string;
};

/** The end of the text: `isCut` says whether elements were still open. */
type XmlEnd = { name: '#end'; isCut: boolean };

/** A comment or a CDATA section that goes on for longer never ends. */
const MOST_TOKEN = 16 * 1024 ** 2;

/** What real documents stay far below; the parser takes longer for each element inside others and each attribute. */
const MOST_DEPTH = 1000;
const MOST_ATTRIBUTES = 1000;

/** Pieces of this length go to the parser, so that few records wait in memory. */
const PIECE = 64 * 1024;

/**
 * The outermost elements with one of `names` (lower case, with prefix), as each ends, then XmlEnd. Only the five
 * entities of XML and numeric references are known; a DOCTYPE is ignored. Mistakes such as unescaped ampersands and
 * missing end tags lose nothing. Elements inside of them with one of the names `without` are left out and counted. Time
 * grows with the length of the text. Throws FileProblem for a section without end,
 * and for elements that nest deeper, or have more attributes, than any program writes.
 */
export async function* streamXml(
  text: AsyncIterable<string>,
  names: ReadonlySet<string>,
  without: ReadonlySet<string> = new Set(),
  { isRaw = false } = {},
): AsyncGenerator<XmlElement | XmlEnd> {
  const collector = new Collector(names, without, isRaw ? new RawText() : undefined);
  const parser = new Parser(collector, { xmlMode: true, decodeEntities: true });
  collector.parser = parser;
  let written = 0;
  for await (const piece of text) {
    for (let at = 0; at < piece.length; at += PIECE) {
      const part = piece.slice(at, at + PIECE);
      collector.raw?.add(part);
      parser.write(part);
      written += part.length;
      yield* collector.taken();
      if (!collector.isCollecting) collector.raw?.forgetBefore(parser.startIndex);
      else if (collector.raw && collector.raw.length > 2 * MOST_RECORD) collector.giveUp();
      if (written - parser.startIndex > MOST_TOKEN)
        throw new FileProblem('too-large', 'A part of the file has no end');
    }
  }
  const isCut = collector.isOpen;
  collector.hasEnded = true;
  parser.end();
  yield* collector.taken();
  yield { name: '#end', isCut };
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** The text of the first child with that name, without the space around it; undefined without one or without text. */
export function childTextOf(element: XmlElement, name: string): string | undefined {
  return childOf(element, name)?.text.trim() || undefined;
}

class Collector {
  hasEnded = false;
  parser: Parser | undefined;
  readonly raw: RawText | undefined;
  readonly #names: ReadonlySet<string>;
  #finished: XmlElement[] = [];
  readonly #open: XmlElement[] = [];
  /** Elements around records, and those inside that are too deep to be kept. */
  #outside = 0;
  #deeper = 0;
  #length = 0;
  /** Of all open elements, whatever becomes of them. */
  #depth = 0;
  #attributes = 0;
  #attributesLength = 0;
  readonly #without: ReadonlySet<string>;
  /** How many elements are open since one that is left out. */
  #outOf = 0;

  /** Where the open record begins in the text. */
  #from = 0;

  constructor(names: ReadonlySet<string>, without: ReadonlySet<string>, raw: RawText | undefined) {
    this.#names = names;
    this.#without = without;
    this.raw = raw;
  }

  get isCollecting(): boolean {
    return this.#open.length > 0;
  }

  get isOpen(): boolean {
    return this.#outside > 0 || this.#open.length > 0;
  }

  taken(): XmlElement[] {
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  onopentagname(): void {
    this.#attributes = 0;
    this.#attributesLength = 0;
    if (++this.#depth > MOST_DEPTH) throw new FileProblem('too-deep', 'Its elements are nested too deeply');
  }

  onattribute(name: string, value: string): void {
    this.#attributesLength += name.length + value.length;
    if (++this.#attributes > MOST_ATTRIBUTES || this.#attributesLength > MOST_RECORD)
      throw new FileProblem('too-large', 'An element has too many attributes');
  }

  onopentag(written: string, attributes: Record<string, string>): void {
    const name = written.toLowerCase();
    const parent = this.#open.at(-1);
    if (this.#outOf > 0 || (parent && this.#without.has(name))) this.#leaveOut();
    else if (!parent && !this.#names.has(name)) this.#outside++;
    else if (this.#open.length >= MOST_NESTING) {
      this.#deeper++;
      this.#mark('too-deep');
    } else this.#begin({ name, attributes, text: '', children: [] }, parent);
  }

  #leaveOut(): void {
    const [record] = this.#open;
    if (this.#outOf++ === 0 && record) record.leftOut = (record.leftOut ?? 0) + 1;
  }

  #begin(element: XmlElement, parent: XmlElement | undefined): void {
    if (!parent) {
      this.#length = 0;
      this.#from = this.parser?.startIndex ?? 0;
    }
    this.#count(element.name.length + lengthOf(element.attributes) + 16);
    if (parent && !this.#open[0]?.problem) parent.children.push(element);
    this.#open.push(element);
  }

  ontext(data: string): void {
    const element = this.#open.at(-1);
    if (!element || this.#deeper > 0 || this.#outOf > 0) return;
    this.#count(data.length);
    if (!this.#open[0]?.problem) element.text += data;
  }

  onclosetag(): void {
    this.#depth--;
    if (this.#outOf > 0) this.#outOf--;
    else if (this.#deeper > 0) this.#deeper--;
    else if (this.#open.length === 0) this.#outside--;
    else {
      const element = this.#open.pop() as XmlElement;
      if (this.#open.length > 0) return;
      if (this.hasEnded) element.isCut = true;
      else if (this.raw && !element.problem)
        element.raw = this.raw.slice(this.#from, (this.parser?.endIndex ?? 0) + 1);
      this.#finished.push(element);
    }
  }

  #count(characters: number): void {
    this.#length += characters;
    if (this.#length > MOST_RECORD) this.#mark('too-large');
  }

  /** For a record whose text is too large as it is written. */
  giveUp(): void {
    this.#mark('too-large');
    this.raw?.forgetBefore(this.parser?.endIndex ?? 0);
  }

  #mark(problem: 'too-large' | 'too-deep'): void {
    const [record] = this.#open;
    if (record) record.problem ??= problem;
  }
}

/** The text from a position on, as long as a record needs it. */
class RawText {
  #text = '';
  #from = 0;

  get length(): number {
    return this.#text.length;
  }

  add(piece: string): void {
    this.#text += piece;
  }

  forgetBefore(position: number): void {
    const count = position - this.#from;
    if (count <= 0) return;
    this.#text = this.#text.slice(count);
    this.#from = position;
  }

  /** Both are positions in the whole text. */
  slice(from: number, to: number): string {
    return this.#text.slice(Math.max(0, from - this.#from), to - this.#from);
  }
}

function lengthOf(attributes: Record<string, string>): number {
  return Object.entries(attributes).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
