import { createContext, useContext } from 'react';

/**
 * What every page knows of its site. `url` is its public origin (`BELFRY_URL`), '' when not even the settings could be
 * read; `place` is 'Maple Hollow, Vermont'. `isEditor` (also for the administrator) and `isAdmin` decide which links appear, never what they open.
 * `isReadOnly`: nothing can be sent to it; `isFrozen`: for good; `isStatic`: there is no server either.
 * `logo` is the path of the logo up to its side ('-64.webp'), or ''; `shareImage` is a path.
 */
export type SiteFacts = {
  title: string;
  url: string;
  place: string;
  locale: string;
  isEditor?: true | undefined;
  isAdmin?: true | undefined;
  isReadOnly: boolean;
  isFrozen: boolean;
  isStatic: boolean;
  logo: string;
  shareImage: string;
};

/** Set by the document around every page. */
export const SiteContext = createContext<SiteFacts>({
  title: '',
  url: '',
  place: '',
  locale: 'en-US',
  isReadOnly: false,
  isFrozen: false,
  isStatic: false,
  logo: '',
  shareImage: '/share/site.png',
});

/** The site of the page being rendered. */
export function useSite(): SiteFacts {
  return useContext(SiteContext);
}
