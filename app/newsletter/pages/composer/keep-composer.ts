import { data } from 'react-router';
import { unsavedReasonOf } from '#app/desk/form/unsaved-form.ts';
import { typedValues } from '#app/platform/forms/typed-values.ts';
import { messages } from '#app/platform/messages.ts';
import { type ComposerOutcome, composerForm } from './composer-page.ts';
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
    return data<ComposerOutcome>(
      {
        values: { subject, preview, note, test, when, order },
        version,
        view: 'phone',
        done: null,
        before: null,
        failure: `${why ?? messages.saveFailed} Your text was not saved. It is still below.`,
        problems: {},
        theirs: [],
      },
      status,
    );
  }
}
