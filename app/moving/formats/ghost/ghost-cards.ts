/** Cards of Ghost's editor as they are in its HTML (class `kg-…-card`), in the markup that a text has here. */
import {
  element,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  lineIn,
  linkParagraph,
} from '#app/moving/formats/html-tree.ts';

const CARDS: Record<string, (card: HtmlElement) => HtmlNode[]> = {
  'kg-bookmark-card': bookmark,
  'kg-callout-card': callout,
  'kg-toggle-card': toggle,
  'kg-video-card': video,
  'kg-audio-card': audio,
  'kg-file-card': file,
  'kg-header-card': header,
  'kg-product-card': product,
  'kg-cta-card': callToAction,
  // Each member has an own address.
  'kg-transistor-card': () => [],
};

/** What a card becomes; undefined for everything else, also for cards whose markup works here. */
export function rewriteGhostCard(node: HtmlElement): HtmlNode[] | undefined {
  if (!node.attributes.class?.includes('kg-')) return undefined;
  const name = Object.keys(CARDS).find((card) => hasClass(node, card));
  return name ? CARDS[name]?.(node) : undefined;
}

function part({ children }: HtmlElement, ...classes: string[]): HtmlElement | undefined {
  return findElement(children, (inner) => hasClass(inner, ...classes));
}

function captionOf(card: HtmlElement): HtmlNode[] {
  const caption = findElement(card.children, ({ name }) => name === 'figcaption');
  return caption && lineIn(caption) !== '' ? [element('p', {}, caption.children)] : [];
}

function paragraph(text: string): HtmlNode[] {
  return text === '' ? [] : [element('p', {}, [text])];
}

/** The first picture with one of these classes around it or on it. */
function figureOf(card: HtmlElement, name: string, alt = ''): HtmlNode[] {
  const around = part(card, name);
  const picture = around && findElement([around], (inner) => isElement(inner, 'img'));
  if (!picture) return [];
  const link = findElement([around], (inner) => isElement(inner, 'a'))?.attributes.href;
  const shown = element('img', { ...picture.attributes, alt });
  return [element('figure', {}, [link ? element('a', { href: link }, [shown]) : shown])];
}

function buttonOf(card: HtmlElement, name: string): HtmlNode[] {
  const button = part(card, name);
  const address = button?.attributes.href;
  return address ? [linkParagraph(address, lineIn(button))] : [];
}

/** Without the spaces between its blocks. */
function blocksIn(node: HtmlElement | undefined): HtmlNode[] {
  return (node?.children ?? []).filter((child) => typeof child !== 'string' || child.trim() !== '');
}

function header(card: HtmlElement): HtmlNode[] {
  const heading = part(card, 'kg-header-card-heading', 'kg-header-card-header');
  const below = part(card, 'kg-header-card-subheading', 'kg-header-card-subheader');
  return [
    ...figureOf(card, 'kg-header-card-image'),
    ...(heading ? [element('h2', {}, heading.children)] : []),
    ...(below ? [element('p', {}, below.children)] : []),
    ...buttonOf(card, 'kg-header-card-button'),
  ];
}

function product(card: HtmlElement): HtmlNode[] {
  const title = lineIn(part(card, 'kg-product-card-title'));
  return [
    ...figureOf(card, 'kg-product-card-image', title),
    ...(title ? [element('h4', {}, [title])] : []),
    ...blocksIn(part(card, 'kg-product-card-description')),
    ...buttonOf(card, 'kg-product-card-button'),
  ];
}

function callToAction(card: HtmlElement): HtmlNode[] {
  return [
    ...paragraph(lineIn(part(card, 'kg-cta-sponsor-label'))),
    ...figureOf(card, 'kg-cta-image-container'),
    ...blocksIn(part(card, 'kg-cta-text')),
    ...buttonOf(card, 'kg-cta-button'),
  ];
}

function bookmark(card: HtmlElement): HtmlNode[] {
  const link = findElement(card.children, ({ name }) => name === 'a');
  const address = link?.attributes.href;
  if (!address) return card.children;
  return [
    linkParagraph(address, lineIn(part(card, 'kg-bookmark-title'))),
    ...paragraph(lineIn(part(card, 'kg-bookmark-description'))),
    ...captionOf(card),
  ];
}

function callout(card: HtmlElement): HtmlNode[] {
  const emoji = lineIn(part(card, 'kg-callout-emoji'));
  const text = part(card, 'kg-callout-text');
  if (!text) return card.children;
  const inside = [...(emoji ? [`${emoji} `] : []), ...text.children];
  return [element('blockquote', {}, [element('p', {}, inside)])];
}

function toggle(card: HtmlElement): HtmlNode[] {
  const heading = lineIn(part(card, 'kg-toggle-heading-text') ?? part(card, 'kg-toggle-heading'));
  return [
    ...(heading ? [element('h4', {}, [heading])] : []),
    ...(part(card, 'kg-toggle-content')?.children ?? []),
  ];
}

/** Without the texts of the player's buttons. */
function video(card: HtmlElement): HtmlNode[] {
  const player = findElement(card.children, (inner) => isElement(inner, 'video'));
  return [...(player ? [player] : []), ...captionOf(card)];
}

function audio(card: HtmlElement): HtmlNode[] {
  const player = findElement(card.children, (inner) => isElement(inner, 'audio'));
  const title = lineIn(part(card, 'kg-audio-title'));
  const address = player?.attributes.src;
  return address ? [linkParagraph(address, title ? `Listen: ${title}` : 'Listen')] : paragraph(title);
}

function file(card: HtmlElement): HtmlNode[] {
  const address = findElement(card.children, ({ name }) => name === 'a')?.attributes.href;
  const name = lineIn(part(card, 'kg-file-card-filename'));
  const title = lineIn(part(card, 'kg-file-card-title')) || name;
  const facts = [name === title ? '' : name, lineIn(part(card, 'kg-file-card-filesize'))].filter(Boolean);
  const tail = facts.length > 0 ? [` (${facts.join(', ')})`] : [];
  const line = address
    ? element('p', {}, [element('a', { href: address }, [title || address]), ...tail])
    : element('p', {}, [title, ...tail]);
  return [line, ...paragraph(lineIn(part(card, 'kg-file-card-caption')))];
}
