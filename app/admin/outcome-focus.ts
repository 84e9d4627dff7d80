import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * A ref for the outcome of an action. When the page changes after a form was sent in the browser and the focus went with
 * the button that had it, the outcome gets it: the element itself or the first in it that can have it.
 */
export function useOutcomeFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const type = useNavigationType();
  const { key } = useLocation();
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!key || type === 'POP' || !isLost) return;
    const outcome = place.current;
    (outcome?.matches('[tabindex]') ? outcome : outcome?.querySelector<HTMLElement>('[tabindex]'))?.focus();
  }, [key, type]);
  return place;
}
