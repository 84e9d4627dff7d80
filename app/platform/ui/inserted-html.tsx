import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';

/** The only place that inserts HTML into a page: what the sanitizer or React wrote on the server. */
export function InsertedHtml({ html, className }: { html: SafeHtml; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: SafeHtml comes out of the sanitizer or of React alone
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
