/** The HTML of a post of another system with what only works there replaced. It is sanitized later. */

import { rewriteGhostCard } from '#app/moving/formats/ghost/ghost-cards.ts';
import { embedLink } from './embed-link.ts';
import {
  element,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  lineIn,
  listElements,
  readHtml,
  writeHtml,
} from './html-tree.ts';
import { breakLines } from './line-breaks.ts';

export type OldPicture = { address: string; alt?: string | undefined; caption?: string | undefined };

export type BodyContext = {
  /** The page's address: what relative addresses in it refer to. */
  base?: string | undefined;
  /** Whether line breaks in the text mean paragraphs. */
  breaksLines?: boolean;
  /** The original of a picture, by the id that the old system gave it. */
  findPicture?: (id: string) => OldPicture | undefined;
  /** Whether this is the address of an original. */
  isPicture?: (address: string) => boolean;
  /** The pictures of the post, for a gallery that doesn't list any. */
  ownPictures?: () => OldPicture[];
};

/** `embeds` counts videos and frames that became links. */
type CleanBody = { html: string; embeds: number };

/** Never throws. HTML beyond all measure is unchanged: the sanitizer keeps its text. */
export function cleanBody(html: string, context: BodyContext = {}): CleanBody {
  const nodes = readHtml(html.replace(/\r\n?/g, '\n'));
  if (!nodes) return { html, embeds: 0 };
  const rewriter = new Rewriter(context);
  const rewritten = rewriter.rewriteAll(nodes);
  const broken = context.breaksLines ? breakLines(rewritten) : rewritten;
  return { html: writeHtml(broken.flatMap((node) => rewriter.linkBare(node))), embeds: rewriter.embeds };
}

const DROPPED = new Set(['script', 'style', 'noscript', 'template', 'canvas', 'belfry-drop', '#comment']);

/** Buttons and lists that plugins add to each post, and texts that were never seen. */
const DROPPED_CLASSES = [
  'sharedaddy',
  'jp-relatedposts',
  'addtoany_share_save_container',
  'screen-reader-text',
  'wp-block-spacer',
  'wp-block-file__button',
  'kg-signup-card',
  'kg-signup-card-container',
];

const PICTURE_FILE = /\.(jpe?g|png|gif|webp|avif|bmp|svg|heic)$/i;

class Rewriter {
  embeds = 0;
  readonly #context: BodyContext;

  constructor(context: BodyContext) {
    this.#context = context;
  }

  rewriteAll(nodes: HtmlNode[]): HtmlNode[] {
    return nodes.flatMap((node) => (typeof node === 'string' ? [node] : this.#rewrite(node)));
  }

  /** A paragraph with nothing but an address: systems show what is there inside the page. */
  linkBare(node: HtmlNode): HtmlNode[] {
    if (!isElement(node, 'p') || node.children.length !== 1 || typeof node.children[0] !== 'string')
      return [node];
    const text = lineIn(node);
    if (!/^https?:\/\/\S+$/.test(text)) return [node];
    return this.#embed(text) ?? [node];
  }

  #rewrite(node: HtmlElement): HtmlNode[] {
    const { name } = node;
    if (DROPPED.has(name) || hasClass(node, ...DROPPED_CLASSES)) return [];
    const card = rewriteGhostCard(node);
    if (card) return this.rewriteAll(card);
    if (name === 'iframe' || name === 'embed' || name === 'video' || name === 'audio' || name === 'object')
      return this.#player(node);
    if (name === 'img') return this.#picture(node);
    if (name === 'a') return this.#link(node);
    if (name === 'figure') return this.#figure(node);
    if (name === 'belfry-caption') return this.#caption(node);
    if (name === 'belfry-gallery') return this.#gallery(node.attributes.ids ?? '');
    if (name === 'belfry-embed' || hasClass(node, 'wp-block-embed__wrapper')) return this.#framed(node);
    const children = this.rewriteAll(node.children);
    // A paragraph can't contain others.
    if (name === 'p' && children.some((child) => isElement(child, 'p', 'figure')))
      return splitParagraph({ ...node, children });
    return [{ ...node, children }];
  }

  #embed(address: string | undefined, title?: string): HtmlNode[] | undefined {
    const link = embedLink(address, title);
    if (!link) return undefined;
    this.embeds++;
    return [link];
  }

  #player({ name, attributes, children }: HtmlElement): HtmlNode[] {
    const source = findElement(children, (inner) => isElement(inner, 'source', 'embed', 'iframe'));
    const address = attributes.src || attributes['data-src'] || attributes.data || source?.attributes.src;
    const title = name === 'iframe' ? attributes.title : undefined;
    return this.#embed(address && this.#absolute(address), title) ?? [];
  }

  /** An address between two tags, or what a player shows. */
  #framed(node: HtmlElement): HtmlNode[] {
    const text = lineIn({ ...node, name: 'div' });
    const address = node.attributes.address ?? text;
    if (/^(https?:)?\/\/\S+$/.test(address)) return this.#embed(address) ?? [];
    return this.rewriteAll(node.children);
  }

  #picture({ attributes }: HtmlElement): HtmlNode[] {
    const { class: classes = '', alt = '' } = attributes;
    const given = lazyAddress(attributes);
    if (/(^|\s)(emoji|wp-smiley)(\s|$)/.test(classes) || /\/images\/core\/emoji\//.test(given))
      return alt ? [alt] : [];
    const whole = this.#absolute(given);
    const address = this.#original(whole, classes);
    if (address === '') return [];
    const { width, height, style, hidden } = attributes;
    const isHidden = { ...(style ? { style } : {}), ...(hidden === undefined ? {} : { hidden }) };
    const size = address === whole ? { ...(width && { width }), ...(height && { height }) } : {};
    return [element('img', { src: address, alt, ...size, ...isHidden })];
  }

  /** A link from a picture to its file leads nowhere here. */
  #link(node: HtmlElement): HtmlNode[] {
    const children = this.rewriteAll(node.children);
    const { href = '', title } = node.attributes;
    const address = this.#absolute(href);
    const isOnlyPicture = children.some((child) => isElement(child, 'img')) && lineIn(node) === '';
    if (isOnlyPicture && PICTURE_FILE.test(URL.parse(address)?.pathname ?? '')) return children;
    return [element('a', { ...(href ? { href: address } : {}), ...(title ? { title } : {}) }, children)];
  }

  /** A figure with one picture and its caption; one with several figures is what is in it. */
  #figure(node: HtmlElement): HtmlNode[] {
    const players = listElements(node.children, (inner) =>
      isElement(inner, 'iframe', 'video', 'audio', 'object'),
    );
    const children = this.rewriteAll(node.children);
    const caption = findElement(children, ({ name }) => name === 'figcaption');
    const pictures = listElements(children, ({ name }) => name === 'img' || name === 'figure');
    if (pictures.length === 0 || players.length > 0) {
      const rest = children.filter((child) => child !== caption && lineIn(child) !== '');
      const tail = caption && lineIn(caption) !== '' ? [element('p', {}, caption.children)] : [];
      return [...rest, ...tail];
    }
    if (pictures.length > 1 || pictures[0]?.name === 'figure')
      return children.flatMap((child) => looseFigures(child));
    return [{ ...node, children }];
  }

  /** `[caption]`: a picture, perhaps in a link, then its caption. */
  #caption({ attributes, children: given }: HtmlElement): HtmlNode[] {
    const children = this.rewriteAll(given).filter(
      (child) => typeof child !== 'string' || child.trim() !== '',
    );
    const at = children.findIndex((child) => findElement([child], ({ name }) => name === 'img'));
    const picture = children[at];
    if (!picture) return children;
    const own = attributes.caption ? readHtml(attributes.caption) : undefined;
    const words = own ? this.rewriteAll(own) : children.toSpliced(at, 1);
    const tail = words.length > 0 ? [element('figcaption', {}, trimmed(words))] : [];
    return [element('figure', {}, [picture, ...tail])];
  }

  #gallery(ids: string): HtmlNode[] {
    const listed = ids.split(/[\s,]+/).filter(Boolean);
    const found = listed.flatMap((id) => this.#context.findPicture?.(id) ?? []);
    const pictures = listed.length > 0 ? found : (this.#context.ownPictures?.() ?? []);
    return pictures.map(({ address, alt = '', caption }) =>
      element('figure', {}, [
        element('img', { src: address, alt }),
        ...(caption ? [element('figcaption', {}, [caption])] : []),
      ]),
    );
  }

  /** The picture itself in place of a smaller copy that the old system made. */
  #original(address: string, classes: string): string {
    const plain = withoutProxy(address);
    const { isPicture, findPicture } = this.#context;
    const [, id] = /(?:^|\s)wp-image-(\d{1,18})/.exec(classes) ?? [];
    const known = id && findPicture?.(id)?.address;
    if (known && fileStem(known) === fileStem(plain)) return known;
    const whole = plain.replace(/-\d{1,5}x\d{1,5}(\.[a-z]{3,4})(?=$|\?)/i, '$1');
    if (whole !== plain && isPicture) {
      const scaled = whole.replace(/(\.[a-z]{3,4})(?=$|\?)/i, '-scaled$1');
      return [whole, scaled].find((each) => isPicture(each)) ?? plain;
    }
    return plain;
  }

  #absolute(address: string): string {
    const { base } = this.#context;
    const trimmedAddress = address.trim();
    if (!base || trimmedAddress === '' || /^(#|[a-z][a-z\d+.-]*:)/i.test(trimmedAddress))
      return trimmedAddress;
    return URL.parse(trimmedAddress, base)?.href ?? trimmedAddress;
  }
}

/** The address of a picture that a script would have put in its place. */
function lazyAddress(attributes: Record<string, string>): string {
  const { src = '' } = attributes;
  const later =
    attributes['data-src'] ??
    attributes['data-lazy-src'] ??
    attributes['data-orig-src'] ??
    attributes['data-original'];
  const isStandIn = src === '' || src.startsWith('data:') || /\b(placeholder|blank|spacer|1x1)\b/i.test(src);
  return later && isStandIn ? later : src;
}

/** Jetpack serves pictures of other sites: i0.wp.com/example.com/photo.jpg. */
function withoutProxy(address: string): string {
  const [, rest] = /^https?:\/\/i\d\.wp\.com\/([^?#]+)/.exec(address) ?? [];
  return rest ? `https://${rest}` : address;
}

/** The file's name without what tells its copies apart. */
function fileStem(address: string): string {
  const name = (URL.parse(address)?.pathname ?? address).split('/').at(-1) ?? '';
  return name.replace(/\.[a-z]{3,4}$/i, '').replace(/-(\d{1,5}x\d{1,5}|scaled|rotated|e\d{10,13})/g, '');
}

/** What is in a figure around figures: each of them, pictures as figures of their own, its caption as a paragraph. */
function looseFigures(node: HtmlNode): HtmlNode[] {
  if (typeof node === 'string') return node.trim() === '' ? [] : [node];
  if (node.name === 'figure') return [node];
  if (node.name === 'img') return [element('figure', {}, [node])];
  if (node.name === 'figcaption') return lineIn(node) === '' ? [] : [element('p', {}, node.children)];
  const holdsPicture = findElement(node.children, ({ name }) => name === 'img');
  if (!holdsPicture) return lineIn(node) === '' ? [] : [node];
  return node.name === 'a' ? [element('figure', {}, [node])] : node.children.flatMap(looseFigures);
}

/** A paragraph in parts, around the blocks in it. */
function splitParagraph({ attributes, children }: HtmlElement): HtmlNode[] {
  const out: HtmlNode[] = [];
  let line: HtmlNode[] = [];
  const end = () => {
    if (line.some((node) => typeof node !== 'string' || node.trim() !== ''))
      out.push(element('p', attributes, line));
    line = [];
  };
  for (const child of children) {
    if (!isElement(child, 'p', 'figure')) line.push(child);
    else {
      end();
      out.push(child);
    }
  }
  end();
  return out;
}

function trimmed(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.map((node, at) => {
    if (typeof node !== 'string') return node;
    const text = at === 0 ? node.trimStart() : node;
    return at === nodes.length - 1 ? text.trimEnd() : text;
  });
}
