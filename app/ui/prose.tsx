import type { SafeHtml } from '#app/html/sanitize.server.ts';

/** The only place where HTML is put into a page: it takes sanitized HTML and nothing else. */
export function Prose({ html, className = 'prose' }: { html: SafeHtml; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: SafeHtml comes out of the sanitizer alone
  return <div className={className} dangerouslySetInnerHTML={{ __html: withNewTabHints(html) }} />;
}

/** Links that leave say so to those who cannot see where they open. The sanitizer writes them in this one way. */
function withNewTabHints(html: SafeHtml): string {
  return html.replace(
    /(<a [^>]*target="_blank"[^>]*>[\s\S]*?)<\/a>/g,
    '$1<span class="vh"> (opens in a new tab)</span></a>',
  );
}
