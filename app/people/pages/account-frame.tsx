import type { ReactNode } from 'react';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';

type AccountFrameProps = { title: string; siteTitle: string; intro?: ReactNode; children: ReactNode };

/** A page for one small account task. */
export function AccountFrame({ title, siteTitle, intro, children }: AccountFrameProps) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`${title} | ${siteTitle}`} />
      <div className="reading">
        <div className="panel auth stack">
          <header>
            <h1>{title}</h1>
            {intro ? <p className="muted">{intro}</p> : null}
          </header>
          {children}
        </div>
      </div>
    </main>
  );
}
