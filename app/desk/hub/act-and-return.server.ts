import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';

type Args = Parameters<typeof writeContext>[0];

/**
 * Redirects to `path`, which then shows whether `work` succeeded: `?saved=1`, or `?failed=1` with an entry in the log
 * that says `failure`.
 */
export async function actAndReturn(
  args: Args,
  path: string,
  failure: string,
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
  } catch (error) {
    if (error instanceof NotPermittedError) throw error;
    writeContext(args).services.log.error({ err: error }, failure);
    return redirect(`${path}?failed=1`, 303);
  }
  return redirect(`${path}?saved=1`, 303);
}
