/**
 * The `headers` of a page whose address is a secret: browsers send it to no one and store it in no cache. They
 * also hide where its form comes from; `app/people/request/request-fault.ts` handles that.
 */
export function secretAddressHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const all = new Headers(actionHeaders);
  all.set('Referrer-Policy', 'no-referrer');
  all.set('Cache-Control', 'private, no-store');
  return all;
}
