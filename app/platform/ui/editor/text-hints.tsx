import { useEffect, useState } from 'react';
import { checkText } from '#app/platform/accessibility/check-text.ts';
import type { Finding } from '#app/platform/accessibility/finding-kinds.ts';
import type { EditorHandle } from './rich-text-editor.ts';

/** After someone has stopped typing for so long, the text is checked: not at every key. */
const PAUSE_MS = 800;

/** Below the editor: what to make easier to read, while it is typed. Nothing that it says prevents a save. */
export function TextHints({ editor }: { editor: EditorHandle }) {
  const [findings, setFindings] = useState<Finding[]>([]);
  // After every change of the editor.
  useEffect(() => {
    const timer = setTimeout(() => {
      const found = checkText(editor.text());
      // A region that is written again is read again.
      setFindings((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div role="status">
      {findings.length > 0 ? (
        <div className="figtools">
          <HintList findings={findings} />
        </div>
      ) : null}
    </div>
  );
}

const MOST_HINTS = 5;

/** What to make easier to read, at most five things. */
export function HintList({ findings }: { findings: Finding[] }) {
  const count = findings.length;
  const more = count - MOST_HINTS;
  return (
    <div className="finding is-warning">
      <p>
        <strong>
          {count === 1 ? '1 thing to make easier to read' : `${count} things to make easier to read`}
        </strong>
      </p>
      {findings.slice(0, MOST_HINTS).map(({ code, message, place }, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found twice
        <p key={`${code} ${number}`}>
          {message}
          {place && !message.includes(place) && code !== 'capitals' && code !== 'language' ? (
            <span className="muted"> At “{place}”</span>
          ) : null}
        </p>
      ))}
      {more > 0 ? <p>And {more} more.</p> : null}
    </div>
  );
}
