import type { ScopeCounts } from './scope-counts.server.ts';

/**
 * What a button adds to its verb while “This and following events” or “All events” is chosen: 'Save 4 dates'. The style
 * sheet shows the one of the choice, so that the button is right without JavaScript, too.
 */
export function ScopeWords({ scopes }: { scopes: ScopeCounts }) {
  return (
    <>
      <span className="scope scope--following"> {scopes.following}</span>
      <span className="scope scope--all"> {scopes.all}</span>
    </>
  );
}
