import type { FieldSpec } from '#app/forms/field-spec.ts';
import type { FormFailure } from './save-content.server.ts';

type TheirsProps = { spec: FieldSpec; failure: Pick<FormFailure, 'values' | 'theirs'> | undefined };

/** What somebody else saved in this field, where it differs from what was typed. */
export function Theirs({ spec, failure }: TheirsProps) {
  if (!failure?.theirs || failure.theirs === 'gone') return null;
  const theirs = [failure.theirs[spec.name] ?? ''].flat().join('\n');
  const mine = [failure.values[spec.name] ?? ''].flat().filter(Boolean).join('\n');
  if (theirs === mine) return null;
  return (
    <details className="theirs" open>
      <summary>Saved by somebody else</summary>
      <pre>{theirs}</pre>
    </details>
  );
}
