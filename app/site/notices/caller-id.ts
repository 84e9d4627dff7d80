import type { RouterContextProvider } from 'react-router';
import { requestContextKey } from '#app/people/request/context.ts';

/** The account of a request's sender; null for a program. */
export function callerIdOf({ context }: { context: Readonly<RouterContextProvider> }): string | null {
  const { viewer } = context.get(requestContextKey);
  return viewer.kind === 'visitor' ? null : viewer.userId;
}
