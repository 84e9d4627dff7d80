import type { FailedForm, TheirField } from '#app/platform/forms/failed-form.ts';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { Prose } from '#app/platform/ui/prose.tsx';

type TheirsProps = { spec: FieldSpec; failure: Pick<FailedForm, 'values' | 'theirs'> | undefined };

/** Another editor's value of this field, if it differs from what was typed. */
export function Theirs({ spec, failure }: TheirsProps) {
  const theirs = differingField({ spec, failure });
  if (!theirs) return null;
  const { text, html } = theirs;
  return (
    <details className="theirs" open>
      <summary>Saved by someone else</summary>
      {html ? <Prose html={html} /> : <pre>{inWords(spec, text)}</pre>}
    </details>
  );
}

/** Another editor's value of this field; undefined if it is the same, or if no one else saved. */
export function differingField({ spec, failure }: TheirsProps): TheirField | undefined {
  if (!failure?.theirs || failure.theirs === 'gone') return undefined;
  const theirs = failure.theirs[spec.name] ?? { text: '' };
  const mine = [failure.values[spec.name] ?? ''].flat().filter(Boolean).join('\n');
  return theirs.text === mine ? undefined : theirs;
}

function inWords({ kind, choices }: FieldSpec, text: string): string {
  if (kind === 'check') return text === '' ? 'No' : 'Yes';
  if (kind === 'picture') return text ? 'Another picture' : 'No picture';
  if (kind === 'documents') return text ? 'Other documents' : 'No documents';
  return choices?.find(({ value }) => value === text)?.label ?? text;
}
