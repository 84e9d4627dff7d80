import type { ReactNode } from 'react';
import { messages } from '#app/messages.ts';
import { Alert } from '#app/ui/alert.tsx';

type FailedSaveProps = {
  reason?: string | undefined;
  isLoggedOut?: boolean | undefined;
  /** Why the server refused it, where trying again doesn't help. */
  refusal?: string | undefined;
  /** The problem, in detail. */
  children?: ReactNode;
};

/** Says that nothing was saved, and why if known. */
export function FailedSave({ reason, isLoggedOut, refusal, children }: FailedSaveProps) {
  if (refusal)
    return (
      <Alert tone="danger">
        {refusal} Your text was not saved. It is still below, so that you can copy it.
      </Alert>
    );
  return (
    <Alert tone="danger">
      {reason}
      {isLoggedOut ? (
        <>
          You are logged out.{' '}
          <a href="/login" target="_blank" rel="noopener">
            Log in in another tab
          </a>
          , then save again here. Your text is still below.
        </>
      ) : null}
      {children}
      <p>{messages.saveFailed}</p>
    </Alert>
  );
}
