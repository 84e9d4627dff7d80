import type { KeyboardEvent } from 'react';
import { Form, Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';

export type DuePanelProps = { due: { id: string; title: string; words: string }[]; more: number };

/** On the Overview: pages that someone should look at again. Renders nothing without any. */
export function DuePanel({ due, more }: DuePanelProps) {
  if (due.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="checks">
      <h2 id="checks" tabIndex={-1}>
        Pages to check
      </h2>
      <ul className="due" onKeyDown={pressStillRight}>
        {due.map(({ id, title, words }) => (
          <li key={id}>
            <div>
              <strong>{title}</strong>
              <span className="small muted">{words}</span>
            </div>
            <Form method="post" action={`/admin/pages/${id}/check`} className="rowlinks" preventScrollReset>
              <button type="submit" className="button button--small" aria-keyshortcuts="s">
                <Icon name="check" />
                Still right<span className="vh">: {title}</span>
              </button>
              <Link className="button button--small" to={`/admin/pages/${id}`}>
                Open<span className="vh">: {title}</span>
              </Link>
            </Form>
          </li>
        ))}
      </ul>
      <p className="small muted">
        {more > 0 ? `And ${more} more. ` : null}With the focus on a page, the key S says that it is still
        right.
      </p>
    </section>
  );
}

function pressStillRight(event: KeyboardEvent<HTMLElement>): void {
  if (event.key.toLowerCase() !== 's' || event.ctrlKey || event.metaKey || event.altKey) return;
  const form = (event.target as HTMLElement).closest('form');
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}
