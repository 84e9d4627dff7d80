import { type ReactNode, useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';

type RefreshNoteProps = { address: string; seconds: number; before?: ReactNode; children: ReactNode };

/**
 * Shows the page again every few seconds: with JavaScript only what has changed is replaced; without, the browser loads
 * the page again if its loader returns `refreshSeconds`. The children come after the link "Refresh now".
 */
export function RefreshNote({ address, seconds, before, children }: RefreshNoteProps) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, seconds * 1000);
    return () => window.clearInterval(timer);
  }, [revalidate, seconds]);
  return (
    <p className="small muted mt">
      {before} This page refreshes every {seconds} seconds. <Link to={address}>Refresh now</Link>. {children}
    </p>
  );
}
