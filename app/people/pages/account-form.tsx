import type { ReactNode } from 'react';

type AccountFormProps = { action: string; submit: string; children: ReactNode };

/** The one form of an account page, with its one button. */
export function AccountForm({ action, submit, children }: AccountFormProps) {
  return (
    <form method="post" action={action}>
      {children}
      <div className="actions">
        <button type="submit" className="button button--primary button--wide">
          {submit}
        </button>
      </div>
    </form>
  );
}
