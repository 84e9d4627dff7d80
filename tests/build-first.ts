import { buildIfStale } from '../scripts/build-if-stale.mjs';

/** Journeys use the real built site, so it is built from the current sources first. */
export default function buildFirst(): Promise<void> {
  return buildIfStale();
}
