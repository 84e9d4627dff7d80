import { type ReactNode, useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';

type AutoRefreshProps = { address: string; seconds: number; before?: ReactNode; children: ReactNode };

/** What is short is over within them: the page follows it every second. */
const EAGER_CHECKS = 15;

/**
 * Shows the page again every second at first, then every `seconds`: with JavaScript only what has changed is replaced,
 * and while the site does not respond, what was shown last stays; without, the browser loads the page again if its
 * loader returns `refreshSeconds`. The children come after the link "Refresh now".
 */
export function AutoRefresh({ address, seconds, before, children }: AutoRefreshProps) {
  const { revalidate } = useRevalidator();
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    let checks = 0;
    let timer = 0;
    const check = async () => {
      if (document.visibilityState === 'visible') {
        const isThere = await isResponding();
        setIsGone(!isThere);
        if (isThere) await revalidate();
      }
      checks += 1;
      // The page may have been left in the meantime.
      if (timer >= 0) wait();
    };
    const wait = () => {
      timer = window.setTimeout(() => void check(), checks < EAGER_CHECKS ? 1000 : seconds * 1000);
    };
    wait();
    return () => {
      window.clearTimeout(timer);
      timer = -1;
    };
  }, [revalidate, seconds]);
  return (
    <>
      <p className="small muted mt">
        {before} This page refreshes automatically. <Link to={address}>Refresh now</Link>. {children}
      </p>
      <p role="status" className={isGone ? 'small mt' : undefined}>
        {isGone ? 'The site isn’t responding. Trying again…' : null}
      </p>
    </>
  );
}

async function isResponding(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  return response?.ok === true;
}
