import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { AdminPage, type AdminPageProps } from './admin-page.tsx';

type ButtonsProps = {
  /** The button's effect; null where nothing can be confirmed. */
  submit: ReactNode;
  /** False where it can be taken back, or changes nothing that readers see. */
  isDangerous?: boolean;
  /** Where Cancel leads. */
  cancel: string;
  /** Whether Cancel has the focus; false on pages that one reads or fills in first. */
  hasFocus?: boolean;
};

/** The button that confirms, and Cancel, which has the focus: the Enter key does nothing that was not meant. */
export function ConfirmationButtons({ submit, isDangerous = true, cancel, hasFocus = true }: ButtonsProps) {
  return (
    <>
      {submit === null ? null : (
        <button
          type="submit"
          className={`button ${isDangerous ? 'button--danger-solid' : 'button--primary'}`}
        >
          {submit}
        </button>
      )}
      <Link className="button" to={cancel} autoFocus={hasFocus}>
        Cancel
      </Link>
    </>
  );
}

type FormProps = ButtonsProps & {
  /** The page's own address by default. */
  action?: string;
  /** Hidden inputs, such as a version or what the page showed. */
  fields?: Record<string, string | number | readonly string[] | null>;
};

/** Confirms by a plain form, which works without JavaScript. */
export function ConfirmationForm({ action, fields = {}, ...buttons }: FormProps) {
  return (
    <Form method="post" action={action} className="actions">
      {Object.entries(fields).flatMap(([name, value]) =>
        [value ?? []]
          .flat()
          .map((one) => <input type="hidden" name={name} value={one} key={`${name} ${one}`} />),
      )}
      <ConfirmationButtons {...buttons} />
    </Form>
  );
}

type ConfirmationPageProps = Omit<FormProps, 'cancel'> &
  Pick<AdminPageProps, 'title' | 'notices' | 'children'> & {
    question: string;
    /** The page it asks about, where Cancel leads. */
    parent: NonNullable<AdminPageProps['parent']>;
  };

/** Asks once before something is done: the question, its consequences as `children`, the button, and Cancel. */
export function ConfirmationPage({
  question,
  title,
  parent,
  notices,
  children,
  ...form
}: ConfirmationPageProps) {
  return (
    <AdminPage isForm heading={question} title={title ?? question} parent={parent} notices={notices}>
      {children}
      <ConfirmationForm cancel={parent.to} {...form} />
    </AdminPage>
  );
}
