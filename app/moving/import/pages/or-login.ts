import { redirect } from 'react-router';
import { withNext } from '#app/people/pages/login/next-path.ts';

/**
 * What the server returns. If it sends the browser to the front page because the session is over, as it does on all admin
 * pages (spec section 6), the login page opens instead, with the way back.
 */
export async function orLogin<Result>(request: Request, load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Response) || error.headers.get('Location') !== '/') throw error;
    const { pathname, search } = new URL(request.url);
    throw redirect(withNext('/login?done=expired', pathname + search));
  }
}
