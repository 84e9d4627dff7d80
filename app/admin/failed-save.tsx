import { messages } from '#app/messages.ts';
import { Alert } from '#app/ui/alert.tsx';

/** Says that nothing was saved, and why where that is known. */
export function FailedSave({ reason }: { reason?: string | undefined }) {
  return <Alert tone="danger">{reason ? `${messages.saveFailed} ${reason}` : messages.saveFailed}</Alert>;
}
