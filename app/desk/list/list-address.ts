import { useSyncExternalStore } from 'react';
import { LIST_PLACE } from './list-key.ts';

const neverChanges = () => () => undefined;

/** The list that the form of item `id` was opened from; otherwise, and without JavaScript, the whole list. */
export function useListAddress(name: string, id: string): string {
  const whole = `/admin/${name}`;
  const remembered = () => {
    try {
      const place = JSON.parse(window.sessionStorage.getItem(LIST_PLACE) ?? '{}');
      return place.id === id && place.address.split('?')[0] === whole ? place.address : whole;
    } catch {
      // Storage is forbidden.
      return whole;
    }
  };
  return useSyncExternalStore(neverChanges, remembered, () => whole);
}
