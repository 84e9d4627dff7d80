import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';

type ProseProps = {
  html: SafeHtml;
  className?: string;
  /** The page has a picture above the text. */
  isBelowPicture?: boolean;
};

/** The only place that inserts HTML into a page: it accepts sanitized HTML only. */
export function Prose({ html, className = 'prose', isBelowPicture = false }: ProseProps) {
  const hinted = withNewTabHints(html);
  const shown = isBelowPicture ? hinted : withEarlyPicture(hinted);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: SafeHtml comes out of the sanitizer alone
  return <div className={className} dangerouslySetInnerHTML={{ __html: shown }} />;
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
