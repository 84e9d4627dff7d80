/** WordPress shortcodes: `[caption width="300"]…[/caption]` in the text of a post. */
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';

/** `named` are the attributes with a name, in lower case; `plain` those without. */
export type ShortcodeTag = {
  name: string;
  isClosing: boolean;
  named: Record<string, string>;
  plain: string[];
};

/** What a tag becomes: HTML, or undefined for a tag that stays as it is. */
type Expansion = (tag: ShortcodeTag) => string | undefined;

/** Longer ones are text in brackets. */
const MOST_LENGTH = 20_000;

const NAME = /\[(\/?)([a-z][\w-]{0,60})(?=[\s\]=/"'])/iy;

/**
 * The text with its shortcodes expanded, one tag at a time. `[[caption]]` means the text in single brackets. Time
 * grows with the length of the text.
 */
export function expandShortcodes(text: string, expand: Expansion): string {
  let out = '';
  let from = 0;
  let close = -1;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    if (at < from) continue;
    if (close < at) close = text.indexOf(']', at);
    if (close < 0) break;
    const tag = close - at > MOST_LENGTH ? undefined : readTag(text, at, close);
    if (!tag) continue;
    const isEscaped = text[at - 1] === '[' && text[close + 1] === ']';
    const html = isEscaped ? text.slice(at, close + 1) : expand(tag);
    if (html === undefined) continue;
    out += text.slice(from, isEscaped ? at - 1 : at) + html;
    from = close + (isEscaped ? 2 : 1);
  }
  return out + text.slice(from);
}

/** The same HTML without what looks like a shortcode of a plugin. What is between two tags stays. */
export function withoutShortcodes(html: string): string {
  const looksLikeOne = shortcodeJudge(html);
  return expandShortcodes(html, (tag) => (looksLikeOne(tag) ? '' : undefined));
}

/**
 * Whether a tag in this text looks like a shortcode, and not like words in brackets such as '[sic]': it has attributes
 * or a closing tag, or its name is one that only programs write.
 */
export function shortcodeJudge(text: string): (tag: ShortcodeTag) => boolean {
  const closed = new Set<string>();
  expandShortcodes(text, ({ isClosing, name }) => {
    if (isClosing) closed.add(name);
    return undefined;
  });
  return ({ name, named }) => closed.has(name) || Object.keys(named).length > 0 || name.includes('_');
}

/** An opening tag of our own, which `cleanBody` understands, with these attributes. */
export function ownTag(name: string, attributes: Record<string, string | undefined>): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeValue(value)}"`],
  );
  return `<belfry-${name}${given.join('')}>`;
}

function readTag(text: string, at: number, close: number): ShortcodeTag | undefined {
  NAME.lastIndex = at;
  const found = NAME.exec(text);
  if (!found || NAME.lastIndex > close) return undefined;
  const [, slash, name = ''] = found;
  const attributes = readAttributes(text.slice(NAME.lastIndex, close));
  return { name: name.toLowerCase(), isClosing: slash === '/', ...attributes };
}

/** WordPress's own order: quoted values first. The editor may have made typographic or escaped quotes of them. */
const ATTRIBUTE =
  /([\w-]{1,100})\s{0,9}=\s{0,9}"([^"]*)"|([\w-]{1,100})\s{0,9}=\s{0,9}'([^']*)'|([\w-]{1,100})\s{0,9}=\s{0,9}([^\s'"]+)|"([^"]*)"|(\S+)/g;

function readAttributes(text: string): Pick<ShortcodeTag, 'named' | 'plain'> {
  const named: Record<string, string> = {};
  const plain: string[] = [];
  const written = text.replace(/&quot;|&#8220;|&#8221;|&#8243;|[“”″]/g, '"').replaceAll('\u00a0', ' ');
  for (const found of written.matchAll(ATTRIBUTE)) {
    const name = found[1] ?? found[3] ?? found[5];
    if (name) named[name.toLowerCase()] = found[2] ?? found[4] ?? found[6] ?? '';
    else plain.push((found[7] ?? found[8] ?? '').replace(/^=/, ''));
  }
  return { named, plain };
}
