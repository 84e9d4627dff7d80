import { data } from 'react-router';
import type { FormSpec } from '#app/forms/field-spec.ts';
import { typedValues, typedVersion } from '#app/forms/typed-values.ts';
import type { FormFailure } from './load-content-form.server.ts';
import { withPublishing } from './publishing-fields.ts';

type ClientArgs<Result> = { request: Request; serverAction: () => Promise<Result> };

/**
 * Sends a form from the browser. When the server can't be reached, or the session has ended, the form is shown again as
 * not saved, with everything that was typed; all other responses are the server's.
 */
export async function keepTyped<Result>(
  { request, serverAction }: ClientArgs<Result>,
  spec: FormSpec,
): Promise<Result | ReturnType<typeof data<FormFailure>>> {
  const typed = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // Everyone but the administrator is redirected there (spec sections 2 and 6); no save redirects there.
    const isLoggedOut = error instanceof Response && error.headers.get('Location') === '/';
    // A failed fetch is a TypeError (Fetch standard); a redirect or an error is a Response.
    if (!isLoggedOut && !(error instanceof TypeError)) throw error;
    // With a failing status nothing is reloaded, which would fail as well and remove the page.
    return data<FormFailure>(
      {
        values: typedValues(typed, withPublishing(spec)),
        version: typedVersion(typed),
        problems: {},
        theirs: null,
        isLoggedOut,
      },
      isLoggedOut ? 401 : 503,
    );
  }
}
