import type { FieldProblems, FieldSpec, FormValues } from '#app/platform/forms/field-spec.ts';

/** What a form shows of a document: its worst finding, if it has any. */
export type DocumentChoice = {
  id: string;
  title: string;
  facts: string;
  finding: string | null;
  summary: string | null;
};

/** The documents that a form names, in order, and the newest others of the library. */
export type DocumentChoices = { chosen: DocumentChoice[]; others: Pick<DocumentChoice, 'id' | 'title'>[] };

export const noDocuments: DocumentChoices = { chosen: [], others: [] };

/** What the field of documents is given. */
export type DocumentsFieldProps = {
  spec: FieldSpec;
  values: FormValues;
  problems: FieldProblems;
  /** Those of all fields. */
  documents: DocumentChoices;
};
