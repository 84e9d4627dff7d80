import { messages } from '#app/messages.ts';
import { Alert } from '#app/ui/alert.tsx';

/** Says that what was sent did nothing, and when to try again where somebody is held back. */
export function FailedAlert({
  sentence = messages.saveFailed,
  held,
}: {
  sentence?: string;
  held: string | undefined;
}) {
  return <Alert tone="danger">{held ? `${sentence} ${held}` : sentence}</Alert>;
}
