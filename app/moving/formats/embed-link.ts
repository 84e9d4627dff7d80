/** Links in place of what other sites' players show inside a page. */
import { type HtmlElement, linkParagraph } from './html-tree.ts';

const PLAYERS: [RegExp, string][] = [
  [/(^|\.)(youtube(-nocookie)?\.com|youtu\.be)$/, 'Watch the video on YouTube'],
  [/(^|\.)vimeo\.com$/, 'Watch the video on Vimeo'],
  [/(^|\.)(twitter|x)\.com$/, 'See the post on X'],
  [/(^|\.)facebook\.com$/, 'See the post on Facebook'],
  [/(^|\.)instagram\.com$/, 'See the post on Instagram'],
  [/(^|\.)tiktok\.com$/, 'Watch the video on TikTok'],
  [/(^|\.)soundcloud\.com$/, 'Listen on SoundCloud'],
  [/(^|\.)spotify\.com$/, 'Listen on Spotify'],
  [/^(maps\.google\.[a-z.]+|goo\.gl|maps\.app\.goo\.gl)$|^www\.google\.[a-z.]+$/, 'See the map'],
];

const SOUND = /\.(mp3|m4a|aac|ogg|oga|wav|flac|opus)$/i;
const FILM = /\.(mp4|m4v|webm|ogv|mov|avi|wmv|flv)$/i;

/** A paragraph that leads to a video, a sound or a page that was shown inside the text; undefined without an address. */
export function embedLink(address: string | undefined, title?: string): HtmlElement | undefined {
  const url = URL.parse((address ?? '').trim().replace(/^\/\//, 'https://'));
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const page = pageOf(url);
  const words = title?.replace(/\s+/g, ' ').trim();
  return linkParagraph(page.href, words && !/^https?:/.test(words) ? words : wordsFor(page));
}

/** The page of a player: people can't open the address of the player itself. */
function pageOf(url: URL): URL {
  const [, id] = /^\/(?:embed|v|shorts|live)\/([\w-]{6,20})/.exec(url.pathname) ?? [];
  if (id && id !== 'videoseries' && /(^|\.)youtube(-nocookie)?\.com$/.test(url.hostname))
    return new URL(`https://www.youtube.com/watch?v=${id}`);
  const [, film] = /^\/video\/(\d+)/.exec(url.pathname) ?? [];
  if (film && url.hostname === 'player.vimeo.com') return new URL(`https://vimeo.com/${film}`);
  const shown = url.searchParams.get('href') ?? url.searchParams.get('url');
  const inner = /^(www\.facebook\.com|w\.soundcloud\.com)$/.test(url.hostname) && URL.parse(shown ?? '');
  return inner && /^https?:$/.test(inner.protocol) ? inner : url;
}

function wordsFor({ hostname, pathname }: URL): string {
  if (SOUND.test(pathname)) return 'Listen';
  if (FILM.test(pathname)) return 'Watch the video';
  return PLAYERS.find(([host]) => host.test(hostname))?.[1] ?? hostname.replace(/^www\./, '');
}
