import type { Page } from '@playwright/test';

/**
 * Resolves once the page is as its visitor finds it: its fonts have arrived, nothing moves any more, React has taken
 * over where the page has scripts, and every editor has been laid over its textarea.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(isVisibleToAll);
}

/** Runs in the browser. */
function isVisibleToAll(): boolean {
  // React reaches the root of the document last.
  const isHydrated = Object.keys(document.documentElement).some((key) => key.startsWith('__reactProps'));
  const editors = [...document.querySelectorAll<HTMLElement>('.editor')];
  return (
    document.readyState === 'complete' &&
    document.fonts.status === 'loaded' &&
    document.getAnimations().every(({ playState }) => playState !== 'running') &&
    (isHydrated || !('__reactRouterContext' in window)) &&
    editors.every((editor) => !editor.hidden)
  );
}
