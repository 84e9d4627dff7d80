import type { ReactNode } from 'react';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ConfirmationButtons } from '#app/desk/hub/confirmation-page.tsx';
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

/** Asks before an action that voters notice, in a form that may have fields. */
export function Confirmation({ poll, question, action, failure, children, ...buttons }: ConfirmationProps) {
  const { id, title } = poll;
  return (
    <AdminPage
      section="polls"
      heading={question}
      title={`${question} ${title}`}
      about={title}
      notices={failure}
    >
      <form method="post" action={`/admin/polls/${id}/${action}`} className="panel stack form" noValidate>
        {children}
        <div className="actions">
          <ConfirmationButtons
            isDangerous={false}
            hasFocus={false}
            cancel={`/admin/polls/${id}/voting`}
            {...buttons}
          />
        </div>
      </form>
    </AdminPage>
  );
}
