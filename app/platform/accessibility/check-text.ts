/**
 * What a reader with a disability would meet in a text. It runs on the server and, while someone types, in the browser:
 * no library, no schema.
 */
import type { Finding } from './finding-kinds.ts';
import { guessForeignLanguage } from './guess-language.ts';

/** `isDecorative`: whether the picture with this address only decorates, and needs no alternative text. */
export type TextCheck = { isDecorative?: (address: string) => boolean };

/** More than anyone would read; the rest appears once these are corrected. */
const MOST_FINDINGS = 50;

/** The rest of a longer text is not checked, so that no text takes noticeable time. */
const MOST_CHARACTERS = 100_000;

const MOST_PLACE = 80;

/** The findings of sanitized HTML, in the order of the text, at most 50. Never throws, also not for what is half typed. */
export function checkText(html: string, { isDecorative = () => false }: TextCheck = {}): Finding[] {
  const findings: Finding[] = [];
  const reading = new Reading((finding) => {
    if (findings.length < MOST_FINDINGS) findings.push(finding);
  }, isDecorative);
  const text = html.slice(0, MOST_CHARACTERS);
  let end = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    reading.text(text.slice(end, index));
    end = index + tag.length;
    if (slash) reading.close(name.toLowerCase());
    else reading.open(name.toLowerCase(), attributes);
  }
  reading.text(text.slice(end));
  reading.endBlock();
  return findings;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/gi;

const inline = new Set(
  'a abbr b cite code del em i img ins mark q s small span strong sub sup time u'.split(' '),
);

/** They have no end tag. */
const empty = new Set(['br', 'hr', 'img']);

type Table = { hasHeader: boolean; cells: number; words: string };
/** `isPlain`: neither in another language nor code. */
type Open = { name: string; isPlain: boolean };

/** More than sanitized HTML has. */
const MOST_OPEN = 200;

/** A pass over a text, block by block. */
class Reading {
  private readonly openElements: Open[] = [];
  private block = '';
  /** The same without what is marked as another language, and without code. */
  private plain = '';
  private heading: number | undefined;
  private lastHeading = 1;
  private link: string | undefined;
  private linkHasPicture = false;
  private readonly tables: Table[] = [];
  private readonly report: (finding: Finding) => void;
  private readonly isDecorative: (address: string) => boolean;

  constructor(report: (finding: Finding) => void, isDecorative: (address: string) => boolean) {
    this.report = report;
    this.isDecorative = isDecorative;
  }

  open(name: string, attributes: string): void {
    if (!inline.has(name)) this.endBlock();
    if (name === 'img') this.picture(attributes);
    if (name === 'a' && /\shref="/.test(attributes)) {
      this.link = '';
      this.linkHasPicture = false;
    }
    if (name === 'table') this.tables.push({ hasHeader: false, cells: 0, words: '' });
    const table = this.tables.at(-1);
    if (table && (name === 'th' || name === 'td')) table.cells++;
    if (table && name === 'th') table.hasHeader = true;
    const level = /^h([2-4])$/.exec(name)?.[1];
    if (level) this.heading = Number(level);
    const language = valueIn(attributes, 'lang');
    const isForeign = language !== undefined && !/^en(-|$)/i.test(language);
    const isPlain = this.isPlain() && !isForeign && name !== 'code' && name !== 'pre';
    if (!empty.has(name) && this.openElements.length < MOST_OPEN) this.openElements.push({ name, isPlain });
  }

  close(name: string): void {
    if (!inline.has(name)) this.endBlock();
    if (name === 'a') this.endLink();
    if (name === 'table') this.endTable();
    const at = this.openElements.findLastIndex((open) => open.name === name);
    if (at >= 0) this.openElements.splice(at);
  }

  text(raw: string): void {
    if (raw === '') return;
    const words = decoded(raw);
    this.block += words;
    if (this.isPlain()) this.plain += words;
    if (this.link !== undefined) this.link += words;
    const table = this.tables.at(-1);
    if (table && table.words.length < MOST_PLACE) table.words += `${words} `;
  }

  private isPlain(): boolean {
    return this.openElements.at(-1)?.isPlain ?? true;
  }

  /** Looks at the words since the last block ended. */
  endBlock(): void {
    const [words, plain] = [oneLine(this.block), oneLine(this.plain)];
    this.block = '';
    this.plain = '';
    const level = this.heading;
    this.heading = undefined;
    if (words === '') return;
    if (level !== undefined) this.checkHeading(level, words);
    this.checkCapitals(plain);
    this.checkLanguage(plain);
  }

  private checkHeading(level: number, words: string): void {
    const expected = this.lastHeading + 1;
    this.lastHeading = level;
    if (level <= expected) return;
    const message = `The heading “${shortened(words, 40)}” skips a level. Make it a heading ${expected}, not ${level}.`;
    this.report({ code: 'heading-skip', message, place: shortened(words) });
  }

  private checkCapitals(words: string): void {
    const passage = findCapitals(words);
    if (passage === undefined) return;
    const message = `“${shortened(passage, 40)}” is in capitals. Write it in ordinary letters; to stress it, make it bold.`;
    this.report({ code: 'capitals', message, place: shortened(passage) });
  }

  private checkLanguage(words: string): void {
    for (const sentence of sentencesOf(words)) {
      const language = guessForeignLanguage(sentence);
      if (language === undefined) continue;
      const message = `“${shortened(sentence, 40)}” looks like ${language}, but isn’t marked as that. Put the cursor into it and press Language, or write lang into the HTML.`;
      this.report({ code: 'language', message, place: shortened(sentence) });
      return;
    }
  }

  private picture(attributes: string): void {
    const alt = oneLine(decoded(valueIn(attributes, 'alt') ?? ''));
    this.linkHasPicture = true;
    if (this.link !== undefined) this.link += alt;
    const address = decoded(valueIn(attributes, 'src') ?? '');
    if (alt !== '' || this.isDecorative(address)) return;
    const name = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
    this.report({
      code: 'missing-alt',
      message: 'A picture has no alternative text. Unless it is only decoration, describe what it shows.',
      place: shortened(oneLine(this.block) || name),
    });
  }

  private endLink(): void {
    const words = this.link;
    this.link = undefined;
    if (words === undefined || !isVague(words) || (this.linkHasPicture && oneLine(words) === '')) return;
    const shown = oneLine(words);
    const message = `The link “${shown}” doesn’t say where it goes. Link the words that name it.`;
    this.report({
      code: 'link-text',
      message,
      place: around(oneLine(this.block.slice(-2 * MOST_PLACE)), shown),
    });
  }

  private endTable(): void {
    const table = this.tables.pop();
    if (!table || table.hasHeader || table.cells < 2) return;
    const message =
      'A table has no headings. Put the cursor into it and press Make heading row, or write th instead of td into the HTML.';
    this.report({ code: 'table-headers', message, place: shortened(oneLine(table.words)) });
  }
}

const vague = new Set(
  `here|click|click here|click here to read more|click this link|click the link|press here|tap here|this|this link|link|this page|
  this site|this website|more|read more|read more here|read on|see more|see here|learn more|find out more|more info|
  more information|more details|details|info|continue|continue reading|go|go here|visit|website`
    .split('|')
    .map((words) => words.trim()),
);

function isVague(words: string): boolean {
  const bare = oneLine(words.toLowerCase().replace(/[^\p{L}\p{N}\s]/gu, ' '));
  return vague.has(bare);
}

const FEWEST_CAPITAL_WORDS = 3;
const FEWEST_CAPITALS = 14;

/** A passage of at least three words in capitals, not only abbreviations. */
function findCapitals(text: string): string | undefined {
  for (const { 0: run, index } of text.matchAll(/[^\p{Ll}]+/gu)) {
    const isWhole = index + run.length === text.length;
    // A word that goes on in small letters is none of them.
    const words = isWhole ? run : run.replace(/[\p{Lu}\p{M}]+$/u, '');
    const inside = words.replace(/^[^\p{L}\p{N}]+/u, '').trim();
    const found = inside.match(/\p{Lu}[\p{Lu}\p{M}’'-]*/gu) ?? [];
    const letters = found.reduce((sum, word) => sum + word.length, 0);
    const long = found.filter((word) => word.length >= 5).length;
    if (found.length >= FEWEST_CAPITAL_WORDS && letters >= FEWEST_CAPITALS && long >= 2) return inside;
  }
  return undefined;
}

function sentencesOf(text: string): string[] {
  return text.match(/[^.!?。！？]+[.!?。！？]*/gu) ?? [];
}

/** The value of an attribute; sanitized HTML and the editor write them in double quotes. */
function valueIn(attributes: string, name: keyof typeof values): string | undefined {
  return attributes === '' ? undefined : values[name].exec(attributes)?.[1];
}

const values = { lang: /\slang="([^"]*)"/i, alt: /\salt="([^"]*)"/i, src: /\ssrc="([^"]*)"/i };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_entity, name: string) => entities[name] ?? ' ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function shortened(text: string, most = MOST_PLACE): string {
  const characters = Array.from(text.trim());
  return characters.length <= most
    ? text.trim()
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** The end of what was read so far, up to and with these words. */
function around(text: string, words: string): string {
  const before = text.length > MOST_PLACE ? `…${text.slice(-MOST_PLACE).replace(/^\S*\s/, '')}` : text;
  return before || words;
}
