import { useState } from 'react';
import { Form, Link } from 'react-router';
import { AutosaveStatus } from '#app/desk/form/autosave-status.tsx';
import { FormVersion } from '#app/desk/form/form-version.tsx';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { ObstacleAlerts, SampleWarning } from '#app/newsletter/pages/issue-warnings.tsx';
import { SendPanel } from '#app/newsletter/pages/send-panel.tsx';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { type ComposerOutcome, FORM, failedOf } from './composer-page.ts';
import type { ComposerPage } from './load-composer.server.ts';
import { OrderList } from './order-list.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { SubjectField } from './subject-field.tsx';

type ComposerProps = { page: ComposerPage; outcome: ComposerOutcome | undefined };

/** The form of an issue: each button saves everything that was typed (product contract section 6). */
export function Composer({ page, outcome }: ComposerProps) {
  const { id } = page;
  const address = `/admin/newsletter/${id}`;
  const failed = failedOf(outcome);
  const values = failed?.values ?? { ...page.values, ...typedOf(outcome) };
  const version = failed?.version ?? page.version;
  const [arranged, setArranged] = useState({ order: values.order, given: failed ?? page });
  if (arranged.given !== (failed ?? page)) setArranged({ order: values.order, given: failed ?? page });
  return (
    <AdminPage
      className="stack-lg"
      heading={page.heading}
      parent={{ to: '/admin/newsletter', label: 'Newsletter' }}
      status={<Status page={page} />}
      actions={
        <a className="button button--primary" href="#send-heading">
          Send or schedule
        </a>
      }
      notices={
        <>
          <SampleWarning count={page.samples} />
          <Outcome outcome={outcome} />
        </>
      }
    >
      <Obstacles page={page} />
      <Form method="post" action={address} id={FORM} className="compose" noValidate preventScrollReset>
        {/* The Enter key in a field presses the first button. */}
        <button type="submit" name="do" value="save" className="vh" tabIndex={-1} aria-hidden="true">
          Save draft
        </button>
        <div>
          <input type="hidden" name="id" value={id} />
          <FormVersion version={version} given={failed ?? page} isUnsaved={failed !== undefined} />
          <SubjectField
            automatic={page.automatic}
            value={values.subject}
            problem={failed?.problems.subject}
            locale={page.locale}
          />
          <Field
            spec={{
              ...{ name: 'preview', label: 'Preview text', kind: 'line', required: false },
              hint: `Shown after the subject in the inbox.${page.usualPreview ? ` Without one: “${page.usualPreview}”` : ''}`,
            }}
            value={values.preview}
            problem={failed?.problems.preview}
          />
          <Field
            spec={{ name: 'note', label: 'Opening note', kind: 'text', required: false }}
            value={values.note}
            problem={failed?.problems.note}
          />
          <section className="field" aria-labelledby="contents">
            <div className="cluster between">
              <h2 id="contents">In this issue</h2>
              <button type="submit" className="button button--small" name="do" value="rebuild">
                <Icon name="redo" />
                {page.rebuildLabel}
              </button>
            </div>
            <p className="small muted mb">{page.builtFrom}</p>
            {page.isEmpty ? <p className="mb">There’s nothing in this issue yet.</p> : null}
            <OrderList parts={page.parts} order={arranged} address={address} />
            <p className="small muted needs-script">
              Drag an item by its handle, or press Alt with an arrow key on it.
            </p>
          </section>
          <TestPanel value={values.test} problem={failed?.problems.test} />
          <SendPanel page={page} when={values.when} problem={failed?.problems.when} />
          <AutosaveStatus address={address} isUnsaved={failed !== undefined} />
        </div>
        <PreviewPane id={id} version={page.version} view={outcome?.view ?? 'phone'} />
      </Form>
      <p className="small mt">
        <Link to={`${address}/removal`}>Delete this issue</Link>
      </p>
    </AdminPage>
  );
}

/** What the issue itself doesn't store stays as it was typed. */
function typedOf(outcome: ComposerOutcome | undefined) {
  return outcome ? { test: outcome.values.test, when: outcome.values.when } : {};
}

const labels: Record<string, string> = {
  subject: 'Subject',
  preview: 'Preview text',
  note: 'Opening note',
  order: 'In this issue',
};

function Outcome({ outcome }: { outcome: ComposerOutcome | undefined }) {
  if (!outcome) return null;
  if ('problems' in outcome)
    return (
      <Alert tone="danger">
        <p>{outcome.reason}</p>
        {outcome.theirs ? (
          <dl className="facts facts--quiet mt">
            {Object.entries(outcome.theirs).map(([name, { text }]) => [
              <dt key={`${name} name`}>{labels[name]}</dt>,
              <dd key={name}>{text || '(empty)'}</dd>,
            ])}
          </dl>
        ) : null}
      </Alert>
    );
  const { done, before } = outcome;
  return (
    <div className="alert is-success alert--row" role="status">
      <Icon name="check" />
      <p>{done}</p>
      {before === undefined ? null : (
        <button type="submit" className="button" form={FORM} name="do" value={`restore ${before}`}>
          <Icon name="undo" />
          Undo
        </button>
      )}
    </div>
  );
}

function Status({ page: { scheduledFor, unapproved } }: { page: ComposerPage }) {
  return (
    <p className="statusline">
      {scheduledFor === null ? (
        <span className="badge is-warning">Draft</span>
      ) : (
        <>
          <span className="badge is-info">Scheduled</span>
          <span>
            <Icon name="clock" />
            {scheduledFor}
          </span>
        </>
      )}
      {unapproved === null ? null : <span className="badge is-warning">Waits for your OK</span>}
      <Link to="/admin/newsletter#issues">Past issues</Link>
    </p>
  );
}

function Obstacles({ page: { obstacles, unapproved } }: { page: ComposerPage }) {
  return (
    <>
      {unapproved === null ? null : (
        <LastingAlert tone="warning">
          <p>{unapproved}</p>
          <button type="submit" className="button button--primary" form={FORM} name="do" value="approve">
            Approve
          </button>
        </LastingAlert>
      )}
      <ObstacleAlerts obstacles={obstacles} />
    </>
  );
}

function TestPanel({ value, problem }: { value: string; problem: string | undefined }) {
  const field = { name: 'test', hint: 'Marked [Test] in the subject. No one else gets it.' };
  return (
    <section className="panel field" aria-labelledby="test-heading">
      <h2 id="test-heading">Test email</h2>
      <div className="field">
        <label htmlFor="test">Send test to</label>
        <FieldHints spec={field} problem={problem} />
        <div className="searchbar">
          <input
            className="input"
            id="test"
            name="test"
            type="email"
            defaultValue={value}
            aria-describedby={describedBy(field, problem)}
            aria-invalid={problem ? true : undefined}
          />
          <button type="submit" className="button" name="do" value="test">
            Send test
          </button>
        </div>
      </div>
    </section>
  );
}
