import type { ReactNode } from 'react';

/** A list of rows, each with a heading, a line of text, and optionally an action. */
export function RowPanel({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} className="vh">
        {label}
      </h2>
      <ul className="queue">{children}</ul>
    </section>
  );
}
