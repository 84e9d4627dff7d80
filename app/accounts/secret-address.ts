/**
 * Headers of a page whose address is a secret: browsers send it to no one and store it in no cache. They also
 * hide where its form comes from; `app/site/request-fault.ts` handles that.
 */
export const secretAddressHeaders = {
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
} as const;
