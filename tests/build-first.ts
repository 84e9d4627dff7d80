import { buildIfStale } from '../scripts/build-if-stale.mjs';

/** Journeys walk through the real built site: it is built of the sources as they are. */
export default function buildFirst(): Promise<void> {
  return buildIfStale();
}
