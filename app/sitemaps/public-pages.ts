/** The pages that are no item, as paths: lists and the site's own words. Later pages of a list are found from its first. */
export function listPublicPages(): string[] {
  return [
    '/articles',
    '/news',
    '/events',
    '/polls',
    '/businesses',
    '/about',
    '/contact',
    '/privacyPolicy',
    '/subscribe',
  ];
}
