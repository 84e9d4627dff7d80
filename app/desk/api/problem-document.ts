/** Errors of the API as RFC 9457 problem documents. */
import type { Problem } from '#app/items/collection/collection.ts';

export type FieldError = { field: string; message: string };

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'User is not logged in or is not an admin.',
  403: 'User is not logged in or is not an admin.',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Body too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  422: 'Invalid fields',
  429: 'Too many requests',
  503: 'Database is not initialized.',
  507: 'Insufficient storage',
};

type ProblemDetails = {
  title?: string | undefined;
  detail?: string | undefined;
  errors?: FieldError[] | undefined;
  headers?: Record<string, string> | undefined;
  /** Further members of the document (RFC 9457, section 3.2). */
  more?: Record<string, unknown> | undefined;
};

/** The fixed title of a status. */
export function problemTitle(status: number): string {
  return titles[status] ?? 'Server error';
}

/**
 * A problem+json response (RFC 9457) with the fixed title of its status unless another one is more specific. `errors`
 * name the missing or invalid fields. Never contains a stack or SQL.
 */
export function problemResponse(
  status: number,
  { title = problemTitle(status), detail, errors, headers, more }: ProblemDetails = {},
): Response {
  return Response.json(
    { type: 'about:blank', title, status, detail, errors, ...more },
    {
      status,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
    },
  );
}

/** The response to wrong fields (422), or to unknown ones (400). */
export function refuseFields(problems: Problem[]): Response {
  const errors = problems.map(({ field, message }) => ({ field, message }));
  return problemResponse(problems.some(({ unknown }) => unknown) ? 400 : 422, { errors });
}
