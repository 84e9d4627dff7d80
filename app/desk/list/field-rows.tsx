import type { ReactNode } from 'react';
import { type DocumentChoices, noDocuments } from '#app/desk/form/documents/document-choice.ts';
import { DocumentsSlot } from '#app/desk/form/documents/documents-slot.tsx';
import { PictureSlot } from '#app/desk/form/picture/picture-slot.tsx';
import type { PictureChoices } from '#app/items/text/lead-picture.server.ts';
import type { FieldProblems, FieldSpec, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';

type FieldRowsProps = {
  spec: FormSpec;
  values: FormValues;
  problems: FieldProblems;
  /** The pictures that `values` names. */
  pictures: PictureChoices;
  /** The documents that `values` names. */
  documents?: DocumentChoices | undefined;
  /** Additional content below a field. */
  below?: (spec: FieldSpec) => ReactNode;
  /** Whether a field needs attention and must not be folded. */
  isNotable?: (spec: FieldSpec) => boolean;
};

/** A form's fields in their rows; rarely changed ones are folded, unless they are filled or need attention. */
export function FieldRows({ spec, ...rest }: FieldRowsProps) {
  const shown = spec.filter((row) => foldOf(row) === undefined);
  const folds = new Set(spec.map(foldOf));
  return (
    <>
      <Rows {...rest} spec={shown} />
      {[...folds].map((fold) =>
        fold === undefined ? null : (
          <Fold key={fold} name={fold} {...rest} spec={spec.filter((row) => foldOf(row) === fold)} />
        ),
      )}
    </>
  );
}

/** The fold of fields that are filled in every new form. */
const DETAILS = 'Details';

/** The fold that a row is in. */
function foldOf(row: FieldSpec[]): string | undefined {
  return row.every((field) => field.isDetail) ? DETAILS : row[0]?.fold;
}

function Fold({ name, isNotable, ...rest }: FieldRowsProps & { name: string }) {
  const isFilled = (field: FieldSpec) => name !== DETAILS && isChanged(field, rest.values[field.name]);
  const isOpen = rest.spec
    .flat()
    .some((field) => rest.problems[field.name] || isNotable?.(field) || isFilled(field));
  return (
    <details className="fold mt" open={isOpen}>
      <summary>{name}</summary>
      <div className="fold__body">
        <Rows {...rest} />
      </div>
    </details>
  );
}

/** Whether a field is not as in a new form: empty, unchecked, or with its first choice. */
function isChanged({ kind, choices }: FieldSpec, value: FormValues[string] = ''): boolean {
  const initial = kind === 'choice' ? choices?.[0]?.value : 'false';
  return [value].flat().some((text) => text !== '' && text !== initial);
}

function Rows(props: Omit<FieldRowsProps, 'isNotable'>) {
  const { spec, values, problems, pictures, documents = noDocuments, below } = props;
  return spec.map((row) => (
    <div key={row[0]?.name} className={row.length > 1 ? 'fields' : 'field'}>
      {row.map((field) => (
        <div key={field.name} className="field">
          {field.kind === 'picture' ? (
            <PictureSlot
              spec={field}
              values={values}
              problems={problems}
              picture={pictures[field.name] ?? null}
              key={pictures[field.name]?.id ?? ''}
            />
          ) : field.kind === 'documents' ? (
            <DocumentsSlot
              spec={field}
              values={values}
              problems={problems}
              documents={documents}
              key={documents.chosen.map(({ id }) => id).join()}
            />
          ) : (
            <Field spec={field} value={values[field.name] ?? ''} problem={problems[field.name]} />
          )}
          {below?.(field)}
        </div>
      ))}
    </div>
  ));
}
