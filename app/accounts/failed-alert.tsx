import { messages } from '#app/messages.ts';
import { Alert } from '#app/ui/alert.tsx';

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
