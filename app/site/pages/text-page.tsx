import type { ReactNode } from 'react';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import type { ShownPicture } from '#app/platform/media/shown-picture.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { Prose } from '#app/platform/ui/prose.tsx';
import { LeadPicture } from '#app/platform/ui/responsive-picture.tsx';
import { DateText } from '#app/platform/ui/time-text.tsx';

/** A page with the town's own text, at a fixed address. */
export function TextPage({
  title,
  note,
  lead,
  html,
  picture,
  checkedAt,
  clock,
  children,
}: {
  title: string;
  note?: string;
  lead?: ReactNode;
  html: SafeHtml;
  picture: ShownPicture | null;
  /** When someone checked that it is right, UTC epoch milliseconds. */
  checkedAt: number | null;
  clock: TownClock;
  /** Below the text. */
  children?: ReactNode;
}) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <article className="reading">
        <header className="page-head">
          <h1>{title}</h1>
          {note ? <p>{note}</p> : null}
        </header>
        {lead}
        <LeadPicture picture={picture} />
        <Prose html={html} isBelowPicture={picture !== null} />
        {children}
        {checkedAt === null ? null : (
          <p className="source mt">
            Checked on <DateText at={checkedAt} clock={clock} />.
          </p>
        )}
      </article>
    </main>
  );
}
