import {
  type SourceProblems,
  type SourceValues,
  sourceFieldNames,
} from '#app/sources/pages/source-fields.ts';
import type { SourceInput } from '#app/sources/source.ts';
import { sourceSchema } from '#app/sources/source.ts';

/** What was typed, with `fallback` for what was not sent. */
export function typedValues(sent: FormData | URLSearchParams, fallback: SourceValues): SourceValues {
  const typed = { ...fallback };
  for (const name of sourceFieldNames) {
    const value = sent.get(name);
    if (typeof value === 'string') typed[name] = value;
  }
  return typed;
}

/** Reads what was typed; a problem for each field that is wrong. */
export function readSourceForm(
  values: SourceValues,
): { input: SourceInput; problems?: undefined } | { input?: undefined; problems: SourceProblems } {
  const every = values.every.trim() === '' ? undefined : Number(values.every);
  const read = sourceSchema.safeParse({ ...values, every, zone: values.zone || null });
  if (read.success && values.name.trim() !== '') return { input: read.data };
  const problems: SourceProblems = values.name.trim() === '' ? { name: 'Enter a name' } : {};
  for (const { path, message } of read.error?.issues ?? [])
    problems[String(path[0]) as keyof SourceValues] ??= message;
  return { problems };
}

/** Without the fields that have none. */
export function presentProblems(problems: SourceProblems): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).filter(([, message]) => message !== undefined));
}
