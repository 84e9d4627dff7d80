import type { SafeHtml } from '#app/html/sanitize.server.ts';

/** The only place where HTML is put into a page: it takes sanitized HTML and nothing else. */
export function Prose({ html, className = 'prose' }: { html: SafeHtml; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: SafeHtml comes out of the sanitizer alone
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
