import type { ReactNode } from 'react';
import { messages } from '#app/messages.ts';
import { Alert } from '#app/ui/alert.tsx';

type FailedSaveProps = {
  reason?: string | undefined;
  isLoggedOut?: boolean | undefined;
  /** The problem, in detail. */
  children?: ReactNode;
};

/** Says that nothing was saved, and why if known. */
export function FailedSave({ reason, isLoggedOut, children }: FailedSaveProps) {
  return (
    <Alert tone="danger">
      {messages.saveFailed} {reason}
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
    </Alert>
  );
}
