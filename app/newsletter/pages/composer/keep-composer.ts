import { unsavedReasonOf } from '#app/desk/form/unsaved-form.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { typedValues } from '#app/platform/forms/typed-values.ts';
import { messages } from '#app/platform/messages.ts';
import { composerForm, type View } from './composer-page.ts';
import { readOrder } from './order.ts';

type ClientArgs<Result> = { request: Request; serverAction: () => Promise<Result> };

/** Sends the composer from the browser. When there is no response of its own, it is shown again as it was typed. */
export async function keepComposer<Result>({ request, serverAction }: ClientArgs<Result>) {
  const typed = typedValues(await request.clone().formData(), composerForm);
  const { subject, preview, note, test, when, version } = typed;
  const order = readOrder(typed.order);
  try {
    return await serverAction();
  } catch (error) {
    // The buttons of an issue that is being sent have no text to lose.
    if (!order) throw error;
    const { status, isLoggedOut, refusal } = unsavedReasonOf(error);
    const why = isLoggedOut
      ? 'You are logged out. Log in again in another tab, then save again here.'
      : refusal;
    const values = { subject, preview, note, test, when, order };
    const reason = `${why ?? messages.saveFailed} Your text was not saved. It is still below.`;
    return failedForm(status, values, { version, view: 'phone' as View, reason });
  }
}
