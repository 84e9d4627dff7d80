import type { SafeHtml } from '#app/html/sanitize.server.ts';

/** The only place that inserts HTML into a page: it accepts sanitized HTML only. */
export function Prose({ html, className = 'prose' }: { html: SafeHtml; className?: string }) {
  const shown = withEarlyPicture(withNewTabHints(html));
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

/** All pictures are loaded when they come near, except one at the top, which the reader sees first. */
function withEarlyPicture(html: string): string {
  const at = html.indexOf('<img ');
  if (at < 0 || at > FIRST_SCREEN) return html;
  return html.slice(0, at) + html.slice(at).replace(' loading="lazy"', ' fetchpriority="high"');
}
