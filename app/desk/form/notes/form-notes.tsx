import { Form } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { FormPage } from '../form-page.ts';
import { FormTag } from '../form-tag.tsx';

type FormNotesProps = { page: FormPage & { name: string } };

/** Says that the form shows changes that are not public. They can be discarded after a confirmation. */
export function FormNotes({ page }: FormNotesProps) {
  const { name, changesSavedAt, values, publication } = page;
  if (changesSavedAt === null) return null;
  return (
    <div className="alert is-info" role="status">
      <Icon name="info" />
      <div>
        This form shows a draft of changes, saved {changesSavedAt}. The {publication} version is unchanged.
        <details>
          <summary>Discard the draft</summary>
          <Form
            method="post"
            action={`/admin/${name}/${String(values.id)}/draft-removal`}
            className="actions"
          >
            <FormTag name="draft" value={String(values.draft)} given={page} />
            <span>You can’t undo this.</span>
            <button type="submit" className="button button--small button--danger">
              Discard
            </button>
          </Form>
        </details>
      </div>
    </div>
  );
}
