/** Posts of Ghost's editors, Lexical and Mobiledoc, as HTML. */
import { MOST_NESTING } from '#app/moving/formats/format.ts';
import { plainLine } from '#app/moving/formats/wordpress/wxr-item.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { isObject, type JsonObject, listIn, textIn } from '#app/sources/formats/json-value.ts';

/** `unknown`: the names of cards that could not be read. */
export type PostHtml = { html: string; unknown: string[] };

/** The HTML of a stored Lexical document; undefined when it is none. Never throws. */
export function lexicalHtml(text: string): PostHtml | undefined {
  const document = parsed(text);
  if (!document || !isObject(document.root)) return undefined;
  const unknown = new Set<string>();
  return { html: nodesHtml(document.root.children, unknown, 0), unknown: [...unknown] };
}

/** The HTML of a stored Mobiledoc document; undefined when it is none. Never throws. */
export function mobiledocHtml(text: string): PostHtml | undefined {
  const document = parsed(text);
  if (!document || !Array.isArray(document.sections)) return undefined;
  const unknown = new Set<string>();
  const html = document.sections.map((section) => sectionHtml(section, document, unknown)).join('');
  return { html, unknown: [...unknown] };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const document: unknown = JSON.parse(text);
    return isObject(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Bits of a text's format, from the inside out. */
const FORMATS: [number, string][] = [
  ...([
    [16, 'code'],
    [1, 'strong'],
    [2, 'em'],
    [8, 'u'],
    [4, 's'],
    [32, 'sub'],
    [64, 'sup'],
    [128, 'mark'],
  ] as [number, string][]),
];

const BLOCKS: Record<string, string> = {
  paragraph: 'p',
  quote: 'blockquote',
  aside: 'blockquote',
  listitem: 'li',
};

function nodesHtml(nodes: unknown, unknown: Set<string>, depth: number): string {
  if (depth > MOST_NESTING) return '';
  return listIn(nodes)
    .filter(isObject)
    .map((node) => nodeHtml(node, unknown, depth))
    .join('');
}

function nodeHtml(node: JsonObject, unknown: Set<string>, depth: number): string {
  const type = String(node.type ?? '').replace(/^extended-/, '');
  if (type === 'text') return formattedText(node);
  if (type === 'linebreak') return '<br>';
  if (type === 'tab') return ' ';
  const inside = () => nodesHtml(node.children, unknown, depth + 1);
  if (type === 'link' || type === 'autolink')
    return `<a href="${escapeValue(textIn(node.url) ?? '')}">${inside()}</a>`;
  if (type === 'heading')
    return element(/^h[1-6]$/.test(String(node.tag)) ? String(node.tag) : 'h2', inside());
  if (type === 'list') {
    const start = Number(node.start);
    const isNumbered = node.listType === 'number' || node.tag === 'ol';
    // A list within an item is an item of its own there.
    const items = inside().replace(/<\/li><li>(?=<[uo]l[ >])/g, '');
    if (!isNumbered) return element('ul', items);
    return start > 1 ? `<ol start="${Math.trunc(start)}">${items}</ol>` : element('ol', items);
  }
  const block = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (block) return element(block, inside());
  const card = cardHtml(type, node);
  if (card === undefined && type !== '') unknown.add(type.slice(0, 40));
  return card ?? inside();
}

function element(name: string, inside: string): string {
  return `<${name}>${inside}</${name}>`;
}

function formattedText({ text, format }: JsonObject): string {
  const bits = typeof format === 'number' ? format : 0;
  const words = typeof text === 'string' ? escapeValue(text) : '';
  return FORMATS.reduce((html, [bit, name]) => (bits & bit ? element(name, html) : html), words);
}

/** Kinds of sections: text, picture, list, card (Mobiledoc 0.3). */
function sectionHtml(section: unknown, document: JsonObject, unknown: Set<string>): string {
  const [kind, tag, content] = listIn(section);
  if (kind === 1) return element(tagIn(tag, 'p'), markersHtml(content, document));
  if (kind === 2) return `<figure><img src="${escapeValue(textIn(tag) ?? '')}" alt=""></figure>`;
  if (kind === 3)
    return element(
      tag === 'ol' ? 'ol' : 'ul',
      listIn(content)
        .map((item) => element('li', markersHtml(item, document)))
        .join(''),
    );
  if (kind !== 10) return '';
  const [name, payload] = listIn(listIn(document.cards)[Number(tag)]);
  const html = cardHtml(String(name), payload);
  if (html === undefined) unknown.add(String(name).slice(0, 40));
  return html ?? '';
}

const TAGS = /^(p|h[1-6]|blockquote|aside|pull-quote|strong|b|em|i|u|s|sub|sup|code|mark|del)$/;

function tagIn(tag: unknown, otherwise: string): string {
  const name = String(tag);
  if (!TAGS.test(name)) return otherwise;
  return name === 'aside' || name === 'pull-quote' ? 'blockquote' : name;
}

/** A marker: its kind, the markups that it opens, how many it closes, and its text or atom. */
function markersHtml(markers: unknown, { markups, atoms }: JsonObject): string {
  const open: string[] = [];
  let html = '';
  for (const marker of listIn(markers)) {
    const [kind, opened, closed, value] = listIn(marker);
    for (const index of listIn(opened)) {
      const [tag, attributes] = listIn(listIn(markups)[Number(index)]);
      if (open.length > MOST_NESTING) break;
      html += openingTag(String(tag), listIn(attributes));
      open.push(tag === 'a' ? 'a' : tagIn(tag, 'span'));
    }
    html += kind === 1 ? atomHtml(listIn(listIn(atoms)[Number(value)])) : escapeValue(textOrNumber(value));
    const count = Math.min(Math.max(0, Math.trunc(Number(closed) || 0)), open.length);
    for (let left = count; left > 0; left--) html += `</${open.pop()}>`;
  }
  while (open.length > 0) html += `</${open.pop()}>`;
  return html;
}

/** Text as it is: spaces between markers matter. */
function textOrNumber(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function openingTag(tag: string, attributes: unknown[]): string {
  if (tag !== 'a') return `<${tagIn(tag, 'span')}>`;
  const at = attributes.indexOf('href');
  return `<a href="${escapeValue(at < 0 ? '' : textOrNumber(attributes[at + 1]))}">`;
}

function atomHtml([name, text]: unknown[]): string {
  return name === 'soft-return' ? '<br>' : escapeValue(textOrNumber(text));
}

type Write = (card: JsonObject) => string;

/** The HTML of a card; undefined for a card that is not known. */
function cardHtml(name: string, payload: unknown): string | undefined {
  const write = Object.hasOwn(CARDS, name) ? CARDS[name] : undefined;
  const card = isObject(payload) ? payload : {};
  const html = write?.(card);
  return html ? gated(html, card.visibility) : html;
}

/** With the marks that Ghost puts around what only some visitors of the site see; '' for what none sees. */
function gated(html: string, visibility: unknown): string {
  const web = isObject(visibility) && isObject(visibility.web) ? visibility.web : {};
  if (web.nonMember !== false) return html;
  if (web.memberSegment === '') return '';
  return `<!--kg-gated-block:begin nonMember:false -->${html}<!--kg-gated-block:end-->`;
}

/** Whether stored HTML has a part that only members saw. */
export function hasMembersPart(html: string): boolean {
  return /<!--\s{0,9}kg-gated-block:begin nonMember:false/.test(html);
}

function paragraphsOf(text: string | undefined): string {
  return (text ?? '')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeValue(part.trim())}</p>`)
    .join('');
}

const nothing: Write = () => '';

const CARDS: Record<string, Write> = {
  image: (card) => figure(image(card), card.caption),
  gallery: ({ images, caption }) =>
    figure(
      (Array.isArray(images) ? images : [])
        .filter(isObject)
        .map((each) => figure(image(each)))
        .join(''),
      caption,
    ),
  bookmark,
  embed: ({ url, html, caption }) => {
    const address = textIn(url);
    const player = address ? `<iframe src="${escapeValue(address)}"></iframe>` : (textIn(html) ?? '');
    return figure(player, caption);
  },
  html: ({ html }) => textIn(html) ?? '',
  markdown: ({ markdown }) => paragraphsOf(textIn(markdown)),
  code: ({ code, caption }) =>
    `<pre><code>${escapeValue(textIn(code) ?? '')}</code></pre>${textIn(caption) ? `<p>${textIn(caption)}</p>` : ''}`,
  hr: () => '<hr>',
  callout: ({ calloutText, calloutEmoji }) =>
    `<blockquote><p>${textIn(calloutEmoji) ? `${escapeValue(textIn(calloutEmoji) as string)} ` : ''}${inner(calloutText)}</p></blockquote>`,
  button: ({ buttonText, buttonUrl }) => link(buttonUrl, textIn(buttonText)),
  toggle: ({ heading, content }) => `<h4>${inner(heading)}</h4>${textIn(content) ?? ''}`,
  video: ({ src, caption }) =>
    figure(textIn(src) ? `<video src="${escapeValue(textIn(src) as string)}"></video>` : '', caption),
  audio: ({ src, title }) => link(src, textIn(title) ? `Listen: ${textIn(title)}` : 'Listen'),
  file: (card) =>
    link(card.src, textIn(card.fileTitle) ?? textIn(card.fileName)) + paragraphsOf(textIn(card.fileCaption)),
  product,
  header: ({ header, subheader, buttonText, buttonUrl, backgroundImageSrc, version }) =>
    `${version === 2 ? figure(image({ src: backgroundImageSrc })) : ''}${textIn(header) ? `<h2>${inner(header)}</h2>` : ''}${textIn(subheader) ? `<p>${inner(subheader)}</p>` : ''}${link(buttonUrl, textIn(buttonText))}`,
  'call-to-action': callToAction,
  // What only members, or only emails, showed.
  ...{ email: nothing, 'email-cta': nothing, signup: nothing, paywall: nothing, transistor: nothing },
};

CARDS['card-markdown'] = CARDS.markdown as Write;
CARDS.codeblock = CARDS.code as Write;
CARDS.horizontalrule = CARDS.hr as Write;

function image({ src, alt, href }: JsonObject): string {
  const address = textIn(src);
  if (!address) return '';
  const tag = `<img src="${escapeValue(address)}" alt="${escapeValue(textIn(alt) ?? '')}">`;
  const target = textIn(href);
  return target ? `<a href="${escapeValue(target)}">${tag}</a>` : tag;
}

/** Captions are HTML. */
function figure(content: string, caption?: unknown): string {
  if (content === '') return '';
  const words = textIn(caption);
  return `<figure>${content}${words ? `<figcaption>${inner(words)}</figcaption>` : ''}</figure>`;
}

function link(address: unknown, words: string | undefined): string {
  const target = textIn(address);
  if (!target) return paragraphsOf(words);
  return `<p><a href="${escapeValue(target)}">${escapeValue(words ?? target)}</a></p>`;
}

/** HTML without the paragraph around it. */
function inner(html: unknown): string {
  return (textIn(html) ?? '').replace(/^<p>(?![\s\S]*<p>)([\s\S]*)<\/p>$/, '$1');
}

function bookmark({ url, metadata, caption }: JsonObject): string {
  const facts = isObject(metadata) ? metadata : {};
  const address = textIn(url) ?? textIn(facts.url);
  const words = textIn(caption);
  return `${link(address, textIn(facts.title))}${paragraphsOf(textIn(facts.description))}${words ? `<p>${inner(words)}</p>` : ''}`;
}

function callToAction(card: JsonObject): string {
  const label = card.hasSponsorLabel === true ? plainLine(textIn(card.sponsorLabel)) : '';
  return [
    paragraphsOf(label),
    figure(image({ src: card.imageUrl })),
    textIn(card.textValue) ?? '',
    card.showButton === false ? '' : link(card.buttonUrl, textIn(card.buttonText)),
  ].join('');
}

function product(card: JsonObject): string {
  const title = textIn(card.productTitle);
  return [
    figure(image({ src: card.productImageSrc, alt: plainLine(title) })),
    title ? `<h4>${inner(title)}</h4>` : '',
    textIn(card.productDescription) ?? '',
    card.productButtonEnabled === false ? '' : link(card.productUrl, textIn(card.productButton)),
  ].join('');
}
