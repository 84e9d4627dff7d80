import { Link } from 'react-router';
import type { FirstStepsDone } from './first-steps.server.ts';

/** What a new site needs, with a link for each step; nothing once the sample town has been removed. */
export function FirstSteps({ done }: { done: FirstStepsDone | null }) {
  if (!done) return null;
  const steps = [
    {
      href: '/admin/settings#site',
      label: 'Enter the name and contact address of your town',
      isDone: done.isNamed,
    },
    { href: '/admin/articles/add', label: 'Publish your first article', isDone: done.hasOwnArticle },
    {
      href: '/admin/sources/add',
      label: 'Add a source, such as the paper or the school',
      isDone: done.hasSources,
    },
    { href: '/admin/settings/sample-town', label: 'Remove the sample town', isDone: false },
  ];
  return (
    <section className="panel" aria-labelledby="first-steps">
      <h2 id="first-steps">Set up your town</h2>
      <p>
        The site still shows the sample town. Readers see its articles, events and polls as if they were
        yours.
      </p>
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
    </section>
  );
}
