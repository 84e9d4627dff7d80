/** The page `path` of the site at a moment, which is written as `momentInAddress` does. */
export function dayAddress(moment: string, path: string): string {
  return `/admin/another-day/${moment}${path}`;
}

/** Only paths of this site; the front page for everything else. */
export function ownPathOf(path: string | null): string {
  return path && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/articles';
}
