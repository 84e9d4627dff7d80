import type { FieldSpec } from '#app/platform/forms/field-spec.ts';

type Noted = Pick<FieldSpec, 'name' | 'hint'>;

/** The hint and the problem are above the input, where a phone's keyboard does not cover them. */
export function FieldHints({ spec, problem }: { spec: Noted; problem: string | undefined }) {
  return (
    <>
      {spec.hint ? (
        <span className="hint" id={`${spec.name}-hint`}>
          {spec.hint}
        </span>
      ) : null}
      {problem ? (
        <span className="error" id={`${spec.name}-error`}>
          {problem}
        </span>
      ) : null}
    </>
  );
}

/** The ids of the notes, for `aria-describedby` of the input; undefined when there are none. */
export function describedBy({ name, hint }: Noted, problem: string | undefined): string | undefined {
  const ids = [hint ? `${name}-hint` : '', problem ? `${name}-error` : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
