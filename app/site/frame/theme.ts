import { redirect } from 'react-router';
import { requestContextKey } from '#app/people/request/context.ts';
import { MAX_ADDRESS_LENGTH } from '#app/people/request/request-fault.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/theme';
import { THEME_MS } from './theme-cookie.ts';

/** Stores the choice in a cookie and returns to the previous page. 'auto' deletes the choice. */
export async function action({ request, context }: Route.ActionArgs) {
  const { theme } = (await readForm(request, [hidden('theme')])).values;
  const { settings } = context.get(requestContextKey).services;
  const lifetime = theme === 'light' || theme === 'dark' ? THEME_MS / 1000 : 0;
  const secure = settings.url.startsWith('https:') ? '; Secure' : '';
  return redirect(pathBefore(request, settings.url), {
    status: 303,
    headers: {
      'Set-Cookie': `theme=${lifetime ? theme : ''}; Path=/; Max-Age=${lifetime}; SameSite=Lax; HttpOnly${secure}`,
    },
  });
}

/** For people who type the address: there is nothing to see here. */
export function loader() {
  return redirect('/articles');
}

function pathBefore(request: Request, origin: string): string {
  const header = request.headers.get('Referer') ?? '';
  const referer = header.length <= MAX_ADDRESS_LENGTH ? URL.parse(header) : null;
  const own = referer && (referer.origin === origin || referer.host === request.headers.get('Host'));
  return own && !referer.pathname.startsWith('//') ? `${referer.pathname}${referer.search}` : '/articles';
}
