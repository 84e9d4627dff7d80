import { data, isRouteErrorResponse } from 'react-router';
import { allTypedValues, typedVersion } from '#app/platform/forms/typed-values.ts';
import type { FailedItem } from './form-page.ts';

/** A form as it was typed, with the reason why it was not saved. Throws redirects again. */
export function unsavedForm(error: unknown, typed: FormData) {
  const { status, isLoggedOut, refusal } = unsavedReasonOf(error);
  // With a failing status nothing is reloaded, which would fail as well and remove the page.
  const version = typedVersion(typed);
  return data<FailedItem>(
    { values: allTypedValues(typed), version, problems: {}, isLoggedOut, refusal },
    status,
  );
}

type UnsavedReason = { status: number; isLoggedOut: boolean; refusal: string | undefined };

/**
 * Why a form was not saved, from the error of its request. `refusal` is the server's sentence, if it has one. Throws
 * redirects again.
 */
export function unsavedReasonOf(error: unknown): UnsavedReason {
  if (error instanceof Response) {
    // Everyone but the administrator is redirected there (spec sections 2 and 6); no save redirects there.
    if (error.headers.get('Location') === '/') return { status: 401, isLoggedOut: true, refusal: undefined };
    throw error;
  }
  // Also when the server failed, or could not be reached.
  if (!isRouteErrorResponse(error)) return { status: 503, isLoggedOut: false, refusal: undefined };
  const { sentence } = (error.data ?? {}) as { sentence?: unknown };
  const refusal = typeof sentence === 'string' ? sentence : undefined;
  return { status: error.status, isLoggedOut: false, refusal };
}
