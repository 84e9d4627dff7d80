import type { ReactNode } from 'react';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { Prose } from '#app/platform/ui/prose.tsx';

/** A page with the town's own text, edited in Settings. */
export function TextPage({
  title,
  note,
  lead,
  html,
}: {
  title: string;
  note?: string;
  lead?: ReactNode;
  html: SafeHtml;
}) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <article className="reading">
        <header className="page-head">
          <h1>{title}</h1>
          {note ? <p>{note}</p> : null}
        </header>
        {lead}
        <Prose html={html} />
      </article>
    </main>
  );
}
