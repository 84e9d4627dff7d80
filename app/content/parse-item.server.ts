import type * as z from 'zod';
import { plainTextOf } from '#app/html/extract.server.ts';
import { findExcess, sanitize } from '#app/html/sanitize.server.ts';
import type { Collection } from './collection.server.ts';
import type { Problem } from './problem.ts';

export type { Problem } from './problem.ts';

export type Parsed =
  | { input: Record<string, unknown>; problems?: undefined }
  | { input?: undefined; problems: Problem[] };

/** Checks input from a form, the API or an import against the collection's schema and sanitizes its HTML. Never throws. */
export function parseItem(
  { schema, htmlFields }: Pick<Collection, 'schema' | 'htmlFields'>,
  raw: unknown,
): Parsed {
  const result = schema.safeParse(raw);
  if (!result.success) return { problems: listProblems(result.error) };
  const input: Record<string, unknown> = { ...result.data };
  for (const field of htmlFields) {
    const dirty = input[field];
    if (typeof dirty !== 'string') continue;
    const excess = findExcess(dirty);
    if (excess) return { problems: [{ field, message: excess }] };
    const clean = sanitize(dirty).trim();
    if (dirty.trim() !== '' && saysNothing(clean)) {
      return { problems: [{ field, message: 'Enter some text. What was there is empty or not allowed.' }] };
    }
    input[field] = clean;
  }
  return { input };
}

/** An empty paragraph is what a rich-text editor leaves of nothing. */
function saysNothing(html: string): boolean {
  return plainTextOf(html) === '' && !/<img /.test(html);
}

/** The faults that a schema found, each with the field it belongs to. */
export function listProblems(error: z.core.$ZodError): Problem[] {
  return error.issues.flatMap(problemsOf);
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: key, message: 'There is no such field', unknown: true }));
  }
  return [{ field: issue.path.join('.'), message: issue.message }];
}
