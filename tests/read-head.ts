import { Parser } from 'htmlparser2';

/** A page's metadata for search engines and messengers. `meta` is by name or property; `facts` is its JSON-LD. */
export type ReadHead = {
  title: string;
  descriptions: string[];
  canonical: string | undefined;
  robots: string | undefined;
  meta: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever a page says
  facts: any[];
};

/** Reads a page like a crawler. Throws when its JSON-LD is invalid. */
export function readHead(html: string): ReadHead {
  const head: ReadHead = {
    title: '',
    descriptions: [],
    canonical: undefined,
    robots: undefined,
    meta: {},
    facts: [],
  };
  let text: string | undefined;
  const parser = new Parser({
    onopentag(name, { name: key, property, content = '', rel, href, type }) {
      if (name === 'title' || (name === 'script' && type === 'application/ld+json')) text = '';
      if (name === 'link' && rel === 'canonical') head.canonical = href;
      if (name !== 'meta') return;
      if (key === 'description') head.descriptions.push(content);
      if (key === 'robots') head.robots = content;
      const says = key ?? property;
      if (says) head.meta[says] = content;
    },
    ontext(piece) {
      if (text !== undefined) text += piece;
    },
    onclosetag(name) {
      if (text === undefined) return;
      if (name === 'title') head.title ||= text;
      if (name === 'script') head.facts.push(...JSON.parse(text)['@graph']);
      if (name === 'title' || name === 'script') text = undefined;
    },
  });
  parser.end(html);
  return head;
}
