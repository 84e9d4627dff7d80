import { lazy, memo, Suspense } from 'react';
import type { ItemSourcesPanel } from './item-sources-panel.tsx';

type Panel = typeof ItemSourcesPanel;

/** The panel is in the server's pages from the start, and its code is not in the browser's form. */
const onServer: Panel | undefined = import.meta.env.SSR
  ? (await import('./item-sources-panel.tsx')).ItemSourcesPanel
  : undefined;

const InBrowser = lazy(async () => ({
  default: (await import('./item-sources-panel.tsx')).ItemSourcesPanel,
}));

/**
 * Where an item comes from. Few items have this, so in the browser its code arrives after the form. Until then, the
 * server's panel stays only as long as this is not rendered again.
 */
export const ItemSourcesSlot = memo(function ItemSourcesSlot(props: Parameters<Panel>[0]) {
  const Shown = onServer ?? InBrowser;
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
});
