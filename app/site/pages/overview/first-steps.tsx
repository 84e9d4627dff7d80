import { Form, Link } from 'react-router';
import type { FirstStepsDone } from './first-steps.server.ts';

/** What a new site needs, with a link for each step, until all are done or the checklist is dismissed. */
export function FirstSteps({ done }: { done: FirstStepsDone | null }) {
  if (!done) return null;
  const steps = [
    namesStep(done),
    { href: '/admin/articles/add', label: 'Publish your first article', isDone: done.hasOwnArticle },
    {
      href: '/admin/sources/add',
      label: 'Add a source, such as the paper or the school',
      isDone: done.hasSources,
    },
    ...(done.hasSampleTown
      ? [{ href: '/admin/settings/sample-town', label: 'Remove the sample town', isDone: false }]
      : []),
  ];
  return (
    <section className="panel" aria-labelledby="first-steps">
      <h2 id="first-steps">Set up your town</h2>
      {done.hasSampleTown ? (
        <p>
          The site still shows the sample town. Readers see its articles, events and polls as if they were
          yours.
        </p>
      ) : null}
      <ol className="firststeps mt">
        {steps.map(({ href, label, isDone }) => (
          <li key={href} className={isDone ? 'is-done' : undefined}>
            <span>
              <Link to={href}>{label}</Link>
              {isDone ? <span className="vh"> (done)</span> : null}
            </span>
          </li>
        ))}
      </ol>
      <Form method="post" action="/admin/first-steps/dismissal" className="mt">
        <button type="submit" className="button button--small">
          Dismiss
        </button>
      </Form>
    </section>
  );
}

/** Several missing facts lead to their section of Settings, a single one to its field. */
function namesStep({ missing, missingField }: FirstStepsDone) {
  const all = new Intl.ListFormat('en-US').format(missing);
  return {
    href: `/admin/settings#${missing.length === 1 ? missingField : 'site'}`,
    label:
      missing.length === 0 ? 'Enter the name and contact address of your town' : `Enter the site’s ${all}`,
    isDone: missing.length === 0,
  };
}
