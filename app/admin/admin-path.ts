/** An address of the admin pages that a form sent; the Overview when it is another one. */
export function adminPath(sent: unknown): URL {
  const base = 'http://admin.invalid';
  const url = URL.parse(typeof sent === 'string' ? sent : '', base);
  return url?.origin === base && url.pathname.startsWith('/admin/') ? url : new URL('/admin', base);
}
