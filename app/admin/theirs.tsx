import type { FieldSpec } from '#app/forms/field-spec.ts';
import { Prose } from '#app/ui/prose.tsx';
import type { FormFailure } from './save-content.server.ts';

type TheirsProps = { spec: FieldSpec; failure: Pick<FormFailure, 'values' | 'theirs'> | undefined };

/** What somebody else saved in this field, where it differs from what was typed. */
export function Theirs({ spec, failure }: TheirsProps) {
  if (!failure?.theirs || failure.theirs === 'gone') return null;
  const { text, html } = failure.theirs[spec.name] ?? { text: '' };
  const mine = [failure.values[spec.name] ?? ''].flat().filter(Boolean).join('\n');
  if (text === mine) return null;
  return (
    <details className="theirs" open>
      <summary>Saved by somebody else</summary>
      {html ? <Prose html={html} /> : <pre>{inWords(spec, text)}</pre>}
    </details>
  );
}

function inWords({ kind, choices }: FieldSpec, text: string): string {
  if (kind === 'check') return text === '' ? 'No' : 'Yes';
  return choices?.find(({ value }) => value === text)?.label ?? text;
}
