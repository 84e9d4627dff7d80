import type { ReactNode } from 'react';
import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { FailedAlert } from './login/failed-alert.tsx';

type AccountFrameProps = {
  title: string;
  siteTitle: string;
  intro?: ReactNode;
  /** The page's form, if it was not accepted. */
  failed?: FailedForm<object> | undefined;
  children: ReactNode;
};

/** A page for one small account task. */
export function AccountFrame({ title, siteTitle, intro, failed, children }: AccountFrameProps) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`${title} | ${siteTitle}`} />
      <div className="reading">
        <div className="panel auth stack">
          <header>
            <h1>{title}</h1>
            {intro ? <p className="muted">{intro}</p> : null}
          </header>
          {failed ? <FailedAlert reason={failed.reason} /> : null}
          {children}
        </div>
      </div>
    </main>
  );
}
