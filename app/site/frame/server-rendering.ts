import { createContext } from 'react';
import type { FrameFacts } from './frame.tsx';

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
