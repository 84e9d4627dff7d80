import { problemsByField } from '#app/platform/forms/field-problems.ts';
import type { SourceProblems, SourceValues } from '#app/sources/pages/source-fields.ts';
import type { SourceInput } from '#app/sources/source.ts';
import { sourceSchema } from '#app/sources/source.ts';

/** Reads what was typed; a problem for each field that is wrong. */
export function readSourceForm(
  values: SourceValues,
): { input: SourceInput; problems?: undefined } | { input?: undefined; problems: SourceProblems } {
  const every = values.every.trim() === '' ? undefined : Number(values.every);
  const read = sourceSchema.safeParse({ ...values, every, zone: values.zone || null });
  if (read.success && values.name.trim() !== '') return { input: read.data };
  const unnamed = values.name.trim() === '' ? { name: 'Enter a name' } : {};
  return { problems: { ...problemsByField(read.error), ...unnamed } };
}

/** Without the fields that have none. */
export function presentProblems(problems: SourceProblems): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).filter(([, message]) => message !== undefined));
}
