import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { InsertedHtml } from './inserted-html.tsx';

type ProseProps = {
  html: SafeHtml;
  className?: string;
  /** The page has a picture above the text. */
  isBelowPicture?: boolean;
};

/** A text that an editor or a source wrote, sanitized. */
export function Prose({ html, className = 'prose', isBelowPicture = false }: ProseProps) {
  const hinted = withNewTabHints(html);
  const shown = isBelowPicture ? hinted : withEarlyPicture(hinted);
  return <InsertedHtml className={className} html={shown as SafeHtml} />;
}

/** External links say so to those who can't see where they open. The sanitizer writes them in this one way. */
function withNewTabHints(html: SafeHtml): string {
  return html.replace(
    /(<a [^>]*target="_blank"[^>]*>[\s\S]*?)<\/a>/g,
    '$1<span class="vh"> (opens in a new tab)</span></a>',
  );
}

/** How far into a text a picture is on the first screen. */
const FIRST_SCREEN = 600;

/** Pictures are loaded when they come near, except the first of the page; it has priority where it is at the top. */
function withEarlyPicture(html: string): string {
  const at = html.search(/<(?:picture>|img )/);
  if (at < 0) return html;
  const early = at > FIRST_SCREEN ? '' : ' fetchpriority="high"';
  return html.slice(0, at) + html.slice(at).replace(' loading="lazy"', early);
}
