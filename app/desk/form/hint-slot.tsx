import type { ComponentType } from 'react';

type Hints = ComponentType<{ html: string }>;

let onServer: Hints | undefined;

/** Lets the server render the hints. */
export function provideHints(hints: Hints): void {
  onServer = hints;
}

/** What to make easier to read in a text, where the editor can't show it. The browser never loads its code. */
export function HintSlot({ html }: { html: string }) {
  const Shown = onServer;
  return Shown ? <Shown html={html} /> : null;
}
