/** Headers of a page whose address is a secret: it travels to no other page and stays in no cache. */
export const secretAddressHeaders = {
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
} as const;
