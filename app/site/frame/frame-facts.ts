import { createContext } from 'react';
import { describeArrival } from '#app/people/pages/arrival-words.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import { logoStemOf } from '#app/platform/media/picture-sizes.ts';
import { townToday } from '#app/platform/time/town-today.ts';
import { languageOfFormats } from '#app/platform/ui/text-language.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import type { FrameFacts } from './frame.tsx';

/** What the frame shows to this viewer. */
export function frameFactsOf({
  services,
  collections,
  town,
  viewer,
  theme,
  now,
  readOnly,
  arrival,
}: RequestContext): FrameFacts {
  const { day, text } = townToday(now, town);
  return {
    title: town.title,
    url: services.settings.url,
    place: townAndStateOf(town),
    sections: Object.values(collections).map(({ name, singular, heading }) => ({ name, singular, heading })),
    today: { day, text, lang: languageOfFormats(town.locale) },
    facebookUrl: town.facebookUrl,
    instagramUrl: town.instagramUrl,
    logo: town.logo && logoStemOf(town.logo),
    // Social networks keep an image for as long as its address stays the same.
    shareImage: `/share/site.png${town.shareImage && `?v=${town.shareImage.slice(0, 8)}`}`,
    viewer: viewer.kind,
    theme,
    notice: describeArrival(arrival, viewer, services.settings),
    readOnly: readOnly && { kind: readOnly.kind, sentence: readOnly.sentence, bar: readOnly.bar },
  };
}

/** How a page is rendered on the server. */
export type ServerRendering = {
  facts: FrameFacts;
  locale: string;
  hydrate: boolean;
  /** Of this request, for an error page. */
  reference: string;
  /** The status of an error without a route's response. */
  status: number | undefined;
  /** The message of such a page, instead of its status's default. */
  sentence: string | undefined;
};

/**
 * Set only by the server. When a loader or an action fails, there may be no loader data of the root for the frame, and
 * the error page ships no script.
 */
export const serverRendering = createContext<ServerRendering | null>(null);
