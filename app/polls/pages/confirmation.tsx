import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { ConfirmationFacts } from './load-confirmation.server.ts';

type ConfirmationProps = {
  poll: ConfirmationFacts;
  question: string;
  action: string;
  /** The button's effect. */
  submit: string;
  isDangerous?: boolean;
  /** Why it was not done, after it was tried. */
  failure?: ReactNode;
  children: ReactNode;
};

/** Asks before an action that voters notice. A separate page, which works without JavaScript. */
export function Confirmation({
  poll,
  question,
  action,
  submit,
  isDangerous,
  failure,
  children,
}: ConfirmationProps) {
  return (
    <div className="stack-lg" data-section="polls">
      <UnlistedHead title={`${question} ${poll.title} | ${poll.siteTitle}`} />
      {failure}
      <header>
        <h1>{question}</h1>
        <p className="muted">{poll.title}</p>
      </header>
      <form
        method="post"
        action={`/admin/polls/${poll.id}/${action}`}
        className="panel stack form"
        noValidate
      >
        {children}
        <div className="actions">
          <button
            type="submit"
            className={`button ${isDangerous ? 'button--danger-solid' : 'button--primary'}`}
          >
            {submit}
          </button>
          <Link className="button" to={`/admin/polls/${poll.id}/voting`}>
            Cancel
          </Link>
        </div>
      </form>
    </div>
  );
}
