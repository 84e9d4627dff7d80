/** Cards of Ghost's editors as they are stored in a post (Lexical and Mobiledoc), as HTML. `cleanBody` goes over it. */

import { plainLine } from '#app/moving/formats/wordpress/wxr-item.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { isObject, type JsonObject, textIn } from '#app/sources/formats/json-value.ts';

type Write = (card: JsonObject) => string;

/** The HTML of a card; undefined for a card that is not known. */
export function cardHtml(name: string, payload: unknown): string | undefined {
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
