import { printable } from '#app/html/printable.ts';
import { useSite } from './site-facts.ts';

/** The size of every share picture; its address takes any `v` and is another for each version. */
const SHARE_SIZE = { width: '1200', height: '630' };

/** What Google shows of a description; longer ones it cuts itself, anywhere. */
const MAX_DESCRIPTION = 160;

export type PageHeadProps = {
  /** Without the name of the site. */
  title: string;
  /** Plain text, cut at 160 characters; where it is empty the site describes itself. */
  description: string;
  /** The one address of the page, as a path with what it means of its query. */
  path: string;
  /** A picture 1200 by 630 as a path of this site; that of the site unless given. */
  picture?: string;
  /** Of an article: when it was published and last changed, ISO 8601. */
  published?: string;
  modified?: string;
};

/**
 * What search engines, messengers and social networks are told of a public page. A page renders it anywhere, once, in
 * place of a title; React moves it into the head. All addresses begin with `BELFRY_URL`.
 */
export function PageHead({ title, description, path, picture, published, modified }: PageHeadProps) {
  const site = useSite();
  const name = printable(title);
  const address = site.url + path;
  const text = cutAt(printable(description).trim(), MAX_DESCRIPTION);
  const words = text || `Articles, news, events, polls and businesses of ${site.place}.`;
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
      <meta property="og:image" content={site.url + (picture ?? '/share/site.png')} />
      <meta property="og:image:width" content={SHARE_SIZE.width} />
      <meta property="og:image:height" content={SHARE_SIZE.height} />
      <meta property="og:image:alt" content={picture ? name : site.title} />
      <meta name="twitter:card" content="summary_large_image" />
      {published ? <meta property="article:published_time" content={published} /> : null}
      {modified ? <meta property="article:modified_time" content={modified} /> : null}
    </>
  );
}

/** 'en-US' as 'en_US'; a language alone gets the region it is most spoken in, for there must be one. */
function openGraphLocaleOf(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}

/** At most so many UTF-16 units, no half of a pair among them. */
function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
