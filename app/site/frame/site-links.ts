import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url';
import type { LinkDescriptor } from 'react-router';
import printStyles from '#app/platform/ui/styles/print.css?url';
import siteStyles from '#app/platform/ui/styles/site.css?url';

/** What every page of the site links in its head. */
export function siteLinks(): LinkDescriptor[] {
  return [
    // The font of headlines and texts, preloaded as soon as the page begins to arrive; the only one.
    { rel: 'preload', href: newsreader, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'stylesheet', href: siteStyles },
    { rel: 'stylesheet', href: printStyles, media: 'print' },
  ];
}
