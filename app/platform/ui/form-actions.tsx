import { Link, useNavigation } from 'react-router';

type FormActionsProps = {
  /** The button, and what it says while the form is sent. */
  submit: string;
  busy: string;
  /** Where Cancel leads. */
  cancel: string;
};

/** The buttons at the end of a form. */
export function FormActions({ submit, busy, cancel }: FormActionsProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <div className="actions">
      <button type="submit" className="button button--primary" aria-disabled={isBusy || undefined}>
        {isBusy ? busy : submit}
      </button>
      <Link className="button" to={cancel}>
        Cancel
      </Link>
    </div>
  );
}
