/** Turns a page as the site renders it into a file that needs no server. */
import { escapeHtml, type Relink, rewriteLinks } from './rewrite-links.ts';
import { publicAddressOf, relativeLink, type StaticNames, type StaticTarget } from './static-names.ts';

/**
 * Only what is in the folder, and pictures of other sites. As an element it can't say who may frame the page, and
 * nothing in the folder can be sent anywhere.
 */
const STATIC_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; font-src 'self'; base-uri 'none'; form-action 'none'";

const POLICY_ELEMENT = `<meta http-equiv="Content-Security-Policy" content="${STATIC_POLICY}"/>`;

type PageSources = {
  siteUrl: string;
  names: StaticNames;
  /** The site's stylesheet: the address that pages link, and its file. */
  style: { address: string; file: string };
  /** Called with everything that a page links or shows. */
  onTarget: (target: StaticTarget) => void;
};

/** Share images of items take seconds to draw: their pages show the site's. */
const SHARE_IMAGE = /\/share\/(?!site\.png)[\w-]+\/[\w-]+\.png(\?v=\w*)?/g;
const CANONICAL = /<link rel="canonical" href="([^"]*)"\/>/;
/** A page that is opened from disk can't preload a font. */
const PRELOAD = /<link rel="preload"[^>]*>/g;

/**
 * The file of the page at `target`: its links are relative and name files, links to what is not in the folder are
 * plain text, and it has its own security policy. Its canonical address stays absolute and is where the file is on the
 * host of `siteUrl`.
 */
export function staticPageOf(html: string, target: StaticTarget, sources: PageSources): string {
  const { siteUrl, names } = sources;
  const share = names(new URL('/share/site.png', siteUrl));
  if (share) sources.onTarget(share);
  const linked = rewriteLinks(html.replaceAll(PRELOAD, ''), openRelink(target, sources));
  const canonical = CANONICAL.exec(linked)?.[1];
  const own = escapeHtml(publicAddressOf(siteUrl, target.file));
  const moved = canonical ? linked.replaceAll(`"${canonical}"`, `"${own}"`) : linked;
  return moved.replaceAll(SHARE_IMAGE, '/share/site.png').replace('<head>', `<head>${POLICY_ELEMENT}`);
}

function openRelink(target: StaticTarget, { siteUrl, names, style, onTarget }: PageSources): Relink {
  const base = siteUrl + target.address;
  const calendar = siteUrl.replace(/^https?:/, 'webcal:');
  return (href, { tag, rel }) => {
    if (rel === 'canonical' || href.startsWith('#')) return href;
    if (href === style.address) return relativeLink(target.file, style.file);
    const isCalendar = href.startsWith(`${calendar}/`);
    const url = URL.parse(isCalendar ? siteUrl + href.slice(calendar.length) : href, base);
    if (!url || url.origin !== siteUrl) return href;
    const found = names(url);
    // A link to what has no file is plain text; a picture that has none stays what it was.
    if (!found) return tag === 'a' || tag === 'link' ? undefined : href;
    onTarget(found);
    if (isCalendar) return publicAddressOf(calendar, found.file);
    return relativeLink(target.file, found.file) + url.hash;
  };
}

/** A page of a few words. Its `link` is relative or absolute; browsers follow one that is `automatic`. */
export type NotePage = {
  title: string;
  text: string;
  lang: string;
  style: string;
  link?: { to: string; label: string; isAutomatic: boolean } | undefined;
};

export function shortPageOf({ title, text, lang, style, link }: NotePage): string {
  const [name, words, to] = [title, text, link?.to ?? ''].map(escapeHtml);
  const refresh = link?.isAutomatic ? `<meta http-equiv="refresh" content="0; url=${to}"/>` : '';
  const anchor = link ? `<p class="mt"><a href="${to}">${escapeHtml(link.label)}</a></p>` : '';
  return [
    `<!DOCTYPE html><html lang="${escapeHtml(lang)}"><head>${POLICY_ELEMENT}<meta charset="utf-8"/>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"/><meta name="robots" content="noindex"/>',
    `<meta name="color-scheme" content="light dark"/>${refresh}<title>${name}</title>`,
    `<link rel="stylesheet" href="${escapeHtml(style)}"/></head><body><main class="wrap page">`,
    `<h1>${name}</h1><p class="mt">${words}</p>${anchor}</main></body></html>`,
  ].join('');
}
