import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';

/** Says that the request had no effect, and when to retry if the user is rate limited. */
export function FailedAlert({
  sentence = messages.saveFailed,
  held,
}: {
  sentence?: string;
  held: string | undefined;
}) {
  return <Alert tone="danger">{held ? `${sentence} ${held}` : sentence}</Alert>;
}
