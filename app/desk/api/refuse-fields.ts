import type * as z from 'zod';
import { type FieldError, problemResponse } from './problem-document.ts';

/** The response to a body with wrong fields (422), or with unknown ones (400), as in the rest of the API. */
export function refuseFields(error: z.ZodError): Response {
  const isUnknown = error.issues.some(({ code }) => code === 'unrecognized_keys');
  return problemResponse(isUnknown ? 400 : 422, { errors: errorsOf(error) });
}

function errorsOf({ issues }: z.ZodError): FieldError[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, message: 'Unknown field' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  );
}
