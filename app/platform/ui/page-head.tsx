import { printable } from '#app/platform/html/printable.ts';
import { useSite } from './site-facts.ts';
import { languageOfTexts } from './text-language.ts';

/** The size of every share image; its address accepts any `v`, which differs for each version. */
const SHARE_SIZE = { width: '1200', height: '630' };

/** What Google shows of a description; it cuts longer ones anywhere. */
const MAX_DESCRIPTION = 160;

export type PageHeadProps = {
  /** Without the site's name. */
  title: string;
  /** Plain text, cut at 160 characters; if empty, the site's description. */
  description: string;
  /** The canonical address of the page, as a path with the meaningful part of its query. */
  path: string;
  /** An image of 1200 by 630 as a path of this site; the site's own by default. */
  picture?: string;
  /** For an article: when it was published and last changed, ISO 8601. */
  published?: string;
  modified?: string;
};

/**
 * A public page's metadata for search engines, messengers and social networks. A page renders it anywhere, once, in
 * place of a title; React moves it into the head. All addresses begin with `BELFRY_URL`.
 */
export function PageHead({ title, description, path, picture, published, modified }: PageHeadProps) {
  const site = useSite();
  const name = printable(title);
  const address = site.url + path;
  const text = cutAt(printable(description).trim(), MAX_DESCRIPTION);
  const words = text || `Articles, news, events, polls, and businesses of ${site.place}.`;
  return (
    <>
      <title>{`${name} | ${site.title}`}</title>
      <meta name="description" content={words} />
      <meta name="robots" content="max-image-preview:large" />
      <link rel="canonical" href={address} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={words} />
      <meta property="og:type" content={published ? 'article' : 'website'} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={site.title} />
      <meta property="og:locale" content={openGraphLocaleOf(site.locale)} />
      <meta property="og:image" content={site.url + (picture ?? site.shareImage)} />
      <meta property="og:image:width" content={SHARE_SIZE.width} />
      <meta property="og:image:height" content={SHARE_SIZE.height} />
      <meta property="og:image:alt" content={picture ? name : site.title} />
      <meta name="twitter:card" content="summary_large_image" />
      {published ? <meta property="article:published_time" content={published} /> : null}
      {modified ? <meta property="article:modified_time" content={modified} /> : null}
    </>
  );
}

const openGraphLocales = new Map<string, string>();

/**
 * 'en-US' as 'en_US'; a language alone gets its most common region, because one is required. A town has one locale, and
 * computing this takes 20 µs, so it is kept.
 */
function openGraphLocaleOf(locale: string): string {
  const known = openGraphLocales.get(locale);
  if (known) return known;
  const { language, region } = new Intl.Locale(languageOfTexts(locale)).maximize();
  openGraphLocales.set(locale, `${language}_${region}`);
  return `${language}_${region}`;
}

/** At most this many UTF-16 units, without splitting a surrogate pair. */
function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
