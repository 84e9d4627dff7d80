import { checkText } from '#app/platform/accessibility/check-text.ts';
import { HintList } from '#app/platform/ui/editor/text-hints.tsx';
import { provideHints } from './hint-slot.tsx';

provideHints(StoredHints);

/** What to make easier to read in a text as it came to the form. */
export function StoredHints({ html }: { html: string }) {
  const findings = checkText(html);
  return findings.length > 0 ? <HintList findings={findings} /> : null;
}
