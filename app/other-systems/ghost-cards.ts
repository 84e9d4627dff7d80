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
} from './html-tree.ts';

const CARDS: Record<string, (card: HtmlElement) => HtmlNode[]> = {
  'kg-bookmark-card': bookmark,
  'kg-callout-card': callout,
  'kg-toggle-card': toggle,
  'kg-video-card': video,
  'kg-audio-card': audio,
  'kg-file-card': file,
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
