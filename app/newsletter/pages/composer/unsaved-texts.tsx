import { Alert } from '#app/platform/ui/alert.tsx';
import type { ComposerOutcome } from './composer-page.ts';

/** What was typed about an issue whose sending had begun meanwhile, so that it can be copied. */
export function UnsavedTexts({ outcome }: { outcome: ComposerOutcome | undefined }) {
  if (!outcome?.failure) return null;
  const { subject, preview, note } = outcome.values;
  return (
    <Alert tone="danger">
      <p>{outcome.failure}</p>
      <dl className="facts facts--quiet mt">
        {[
          ['Subject', subject],
          ['Preview text', preview],
          ['Opening note', note],
        ].map(([label, text]) =>
          text ? [<dt key={`${label} name`}>{label}</dt>, <dd key={label}>{text}</dd>] : null,
        )}
      </dl>
    </Alert>
  );
}
