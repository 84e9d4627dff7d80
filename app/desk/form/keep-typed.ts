import { unsavedForm } from './unsaved-form.ts';

type ClientArgs<Result> = { request: Request; serverAction: () => Promise<Result> };

/**
 * Sends a form from the browser. When the server can't be reached or refuses it, or the session has ended, the form is
 * shown again as not saved, with everything that was typed; all other responses are the server's.
 */
export async function keepTyped<Result>({ request, serverAction }: ClientArgs<Result>) {
  const typed = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    return unsavedForm(error, typed);
  }
}
