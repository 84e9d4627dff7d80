import { createContext } from 'react';
import type { Visit } from '#app/context.ts';
import { townToday } from '#app/time/town-today.ts';
import { placeOf } from '#app/town/town-names.ts';
import type { FrameFacts } from './frame.tsx';

/** What the frame of a page shows to the one who asked for it. */
export function frameFactsOf({ services, town, viewer, theme, now }: Visit): FrameFacts {
  return {
    title: town.title,
    url: services.settings.url,
    place: placeOf(town),
    today: townToday(now, town),
    facebookUrl: town.facebookUrl,
    instagramUrl: town.instagramUrl,
    viewer: viewer.kind,
    theme,
  };
}

/** How a page is rendered on the server. */
export type ServerRendering = {
  facts: FrameFacts;
  lang: string;
  hydrate: boolean;
  /** Of this request, for a page about a failure. */
  reference: string;
  /** The status of a failure that no route has answered with. */
  status: number | undefined;
  /** What such a page says instead of the sentence of its status. */
  sentence: string | undefined;
};

/**
 * Set by the server alone. When a loader or an action fails, no loader data of the root may be there to take the frame
 * from, and the page that says so ships no script.
 */
export const serverRendering = createContext<ServerRendering | null>(null);
