/** Whether `link` leads to this site itself, as the prefilled link of an item that was written here does. */
export function isOwnLink(link: string, siteUrl: string): boolean {
  return URL.parse(link)?.origin === new URL(siteUrl).origin;
}

/** The site a link leads to, for a source without a name: 'example.org'. '' when it is no address. */
export function siteNameOf(link: string): string {
  return (URL.parse(link)?.hostname ?? '').replace(/^www\./, '');
}
