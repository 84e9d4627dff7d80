import { problemsByField } from '#app/platform/forms/field-problems.ts';
import type { FieldProblems } from '#app/platform/forms/field-spec.ts';
import { areasIn, type SourceValues } from '#app/sources/pages/source-fields.ts';
import type { SourceInput } from '#app/sources/source.ts';
import { sourceSchema } from '#app/sources/source.ts';

/** Reads what was typed; a problem for each field that is wrong. */
export function readSourceForm(
  values: SourceValues,
): { input: SourceInput; problems?: undefined } | { input?: undefined; problems: FieldProblems } {
  const every = values.every.trim() === '' ? undefined : Number(values.every);
  const read = sourceSchema.safeParse({
    ...{ ...values, every, zone: values.zone || null },
    areas: areasIn(values.areas),
    severity: values.severity || undefined,
  });
  if (read.success && values.name.trim() !== '') return { input: read.data };
  const problems = problemsByField(read.error);
  if (values.name.trim() === '') problems.name = 'Enter a name';
  return { problems };
}
