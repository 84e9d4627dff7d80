import { Form, Link, useNavigation } from 'react-router';
import type { FormSpec } from '#app/forms/field-spec.ts';
import { messages } from '#app/messages.ts';
import { Alert } from '#app/ui/alert.tsx';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import { FailedSave } from './failed-save.tsx';
import { FieldRows } from './field-rows.tsx';
import { FormVersion } from './form-version.tsx';
import { ProblemList } from './problem-list.tsx';
import type { FormFailure, FormPage } from './save-content.server.ts';
import { differingField, Theirs } from './theirs.tsx';

type ContentFormProps = {
  /** The collection's name in addresses, and the singular for headings. */
  name: string;
  singular: string;
  spec: FormSpec;
  page: FormPage;
  failure: FormFailure | undefined;
};

/** The form of every collection: typed text is never lost (spec sections 4 and 5). */
export function ContentForm({ name, singular, spec, page, failure }: ContentFormProps) {
  if (page.missing && !failure) return <MissingItem list={`/admin/${name}`} />;
  const { values, version } = failure ?? page;
  const heading = `${page.isNew ? 'Create' : 'Edit'} ${singular}`;
  const list = `/admin/${name}`;
  const publicPath = `/${name}/${String(values.id)}`;
  return (
    <div className="form">
      <UnlistedHead title={`${heading} | ${page.siteTitle}`} />
      <FormOutcome page={page} failure={failure} singular={singular} spec={spec} publicPath={publicPath} />
      <h1 className="mb">{heading}</h1>
      <Form method="post" noValidate key={`${String(values.id)} ${page.version}`}>
        <FormVersion version={version} isUnsaved={failure !== undefined} />
        <FieldRows
          spec={spec}
          values={values}
          problems={failure?.problems ?? {}}
          below={(field) => <Theirs spec={field} failure={failure} />}
          isNotable={(field) => differingField({ spec: field, failure }) !== undefined}
        />
        <div className="actions">
          {failure?.question ? <input type="hidden" name="asked" value={failure.question} /> : null}
          <SaveButton label={failure?.question ? 'Save anyway' : 'Save'} />
          <Link className="button" to={list}>
            Cancel
          </Link>
          {page.isNew || page.scheduledFor ? null : (
            <a className="button" href={publicPath}>
              View
            </a>
          )}
          {page.isNew ? null : (
            <Link className="button" to={`${list}/add?copy=${String(values.id)}`}>
              Duplicate
            </Link>
          )}
          {page.isNew ? null : (
            <Link className="button button--danger end" to={`${list}?delete=${String(values.id)}`}>
              Delete
            </Link>
          )}
        </div>
      </Form>
    </div>
  );
}

function MissingItem({ list }: { list: string }) {
  return (
    <div className="empty">
      <UnlistedHead title="Page not found" />
      <h1>{messages.notFoundCode}</h1>
      <p>{messages.notFound}</p>
      <p className="mt">
        <Link className="button" to={list}>
          Back to the list
        </Link>
      </p>
    </div>
  );
}

type FormOutcomeProps = Omit<ContentFormProps, 'name'> & { publicPath: string };

function FormOutcome({ page, failure, singular, spec, publicPath }: FormOutcomeProps) {
  if (!failure) return <SavedStatus page={page} publicPath={publicPath} />;
  if (failure.theirs === 'gone') {
    return (
      <Alert tone="warning">
        Someone else deleted this {singular} while you were editing. Your text is below. Saving will create it
        again.
      </Alert>
    );
  }
  if (failure.theirs) {
    return (
      <Alert tone="warning">
        Someone else saved this {singular} while you were editing. Your text is below. Their version is shown
        under each field that differs. If you save, your version replaces theirs.
      </Alert>
    );
  }
  if (failure.question) {
    return <Alert tone="warning">{failure.question} It has not been saved yet. Is this correct?</Alert>;
  }
  return (
    <FailedSave reason={failure.reason} isLoggedOut={failure.isLoggedOut}>
      <ProblemList spec={spec} problems={failure.problems} />
    </FailedSave>
  );
}

function SavedStatus({ page: { saved, scheduledFor }, publicPath }: { page: FormPage; publicPath: string }) {
  const scheduled = scheduledFor ? `Scheduled for ${scheduledFor}.` : '';
  if (!saved) return scheduled ? <p className="mb">{scheduled}</p> : null;
  return (
    <Alert tone="success">
      {messages.saved} {scheduled || <a href={publicPath}>View</a>}
    </Alert>
  );
}

function SaveButton({ label }: { label: string }) {
  const busy = useNavigation().state === 'submitting';
  return (
    <button type="submit" className="button button--primary" aria-disabled={busy || undefined}>
      {label}
    </button>
  );
}
