/** The admin page that a form names; the Overview if it names anything else. */
export function adminPath(sent: unknown): URL {
  const base = 'http://admin.invalid';
  const url = URL.parse(typeof sent === 'string' ? sent : '', base);
  return url?.origin === base && url.pathname.startsWith('/admin/') ? url : new URL('/admin', base);
}
