import { Form } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { FormPage } from '../form-page.ts';
import { FormTag } from '../form-tag.tsx';

type FormNotesProps = { page: FormPage & { name: string } };

/** What few forms show above their fields: a draft of changes, and whether a contributor's draft was handed in. */
export function FormNotes({ page }: FormNotesProps) {
  return (
    <>
      <ChangesNotice page={page} />
      <Contribution page={page} />
    </>
  );
}

/** Says that the form shows changes that are not public. They can be discarded after a confirmation. */
function ChangesNotice({ page }: FormNotesProps) {
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

/** For its contributor: the button that hands it in. For editors: that it waits for them, and how to hand it back. */
function Contribution({ page: { name, values, contribution } }: FormNotesProps) {
  if (!contribution) return null;
  const { state, note, author, isOwn } = contribution;
  const address = `/admin/${name}/${String(values.id)}/hand-in`;
  const isWaiting = state === 'handed-in';
  if (isOwn)
    return (
      <div className={`alert is-${state === 'returned' ? 'warning' : 'info'}`} role="status">
        <Icon name="info" />
        <div>
          {isWaiting
            ? 'You handed this in. An editor will read it; you can still change it.'
            : state === 'returned'
              ? `An editor handed this back. ${note ?? ''}`
              : 'When you are done and it is saved, hand it in. An editor publishes it.'}
          <Form method="post" action={address} className="actions">
            <button
              type="submit"
              className="button button--small button--primary"
              name="do"
              value={isWaiting ? 'take-back' : 'hand-in'}
            >
              {isWaiting ? 'Take it back' : 'Hand in'}
            </button>
          </Form>
        </div>
      </div>
    );
  if (!isWaiting) return null;
  return (
    <div className="alert is-info" role="status">
      <Icon name="info" />
      <div>
        {author} handed this in. Publish it below, or hand it back.
        <details>
          <summary>Hand it back</summary>
          <Form method="post" action={address} className="actions">
            <label htmlFor="note">Note to {author}</label>
            <input className="input" id="note" name="note" maxLength={1000} />
            <button type="submit" className="button button--small" name="do" value="return">
              Hand back
            </button>
          </Form>
        </details>
      </div>
    </div>
  );
}
