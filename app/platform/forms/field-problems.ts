import type { ZodError } from 'zod';
import type { FieldProblems } from './field-spec.ts';

/** The first problem of each field, as its schema found them; none without an error. */
export function problemsByField(error: ZodError | undefined): FieldProblems {
  const problems: FieldProblems = {};
  for (const { path, message } of error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}
