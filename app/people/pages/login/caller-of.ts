import type { RouterContextProvider } from 'react-router';
import type { Caller } from '#app/people/auth-context.server.ts';
import { requestContextKey } from '#app/people/request/context.ts';

/** The sender of the request, as the account functions need it. */
export function callerOf({
  request,
  context,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): Caller {
  const { town, address } = context.get(requestContextKey);
  return {
    cookie: request.headers.get('Cookie') ?? undefined,
    userAgent: request.headers.get('User-Agent') ?? undefined,
    address,
    names: [town.title, town.town],
    mailsPerHour: Number(town.emailsPerHour),
  };
}
