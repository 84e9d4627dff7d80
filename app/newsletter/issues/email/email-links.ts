/** The site that sends it. `url` is its origin. */
export type EmailSite = { url: string };

/**
 * Addresses of the site, absolute. `webUrl` is the web edition; without the others, as in a preview, the email has no
 * such links.
 */
export type EmailLinks = {
  webUrl?: string | undefined;
  unsubscribeUrl?: string | undefined;
  preferencesUrl?: string | undefined;
  isTest?: boolean | undefined;
};
