/**
 * Headers of a page whose address is a secret: it travels to no other site and stays in no cache. Not
 * `no-referrer`: browsers would then say nothing of where its form comes from, and the form would be refused.
 */
export const secretAddressHeaders = {
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
} as const;
