import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';

type FailedAlertProps = { sentence?: string; reason?: FailedForm['reason'] };

/** Says that the request had no effect, and why or when to retry if that is known. */
export function FailedAlert({ sentence = messages.saveFailed, reason }: FailedAlertProps) {
  return <Alert tone="danger">{reason ? `${sentence} ${reason}` : sentence}</Alert>;
}
