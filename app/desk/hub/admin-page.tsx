import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';

/** `title`, of the window, without the site's name: the heading by default. */
type Headings = { heading: string; title?: string | undefined } | { heading: ReactNode; title: string };

export type AdminPageProps = Headings & {
  /** The page above this one. Its link is not printed. */
  parent?: { to: string; label: ReactNode; state?: unknown } | undefined;
  /** A sentence below the heading. */
  about?: ReactNode;
  /** More below the heading, such as a line of badges. */
  status?: ReactNode;
  /** Buttons next to the heading. */
  actions?: ReactNode;
  /** The outcome of the last action. */
  notices?: ReactNode;
  /** As wide as a form, whose parts have their own distances; otherwise the parts of the page are spaced. */
  isForm?: boolean;
  className?: string;
  /** The collection whose color it has. */
  section?: string;
  children?: ReactNode;
};

/** An admin page: the title of the window, what the last action did, the heading with its buttons, and the content. */
export function AdminPage(props: AdminPageProps) {
  const { heading, title = heading, notices, isForm = false, section, children } = props;
  const { className = isForm ? 'form' : 'stack-lg' } = props;
  return (
    <div className={className} data-section={section}>
      <UnlistedHead title={`${title} | ${useSite().title}`} />
      {notices}
      <Head {...props} />
      {children}
    </div>
  );
}

function Head({ heading, parent, about, status, actions, isForm }: AdminPageProps) {
  const text = (
    <>
      {parent ? (
        <p className="small no-print">
          <Link to={parent.to} state={parent.state}>
            {parent.label}
          </Link>
        </p>
      ) : null}
      <h1>{heading}</h1>
      {about ? <p className="muted">{about}</p> : null}
      {status}
    </>
  );
  if (!actions) return <header className={isForm ? 'mb' : undefined}>{text}</header>;
  return (
    <header className="cluster between">
      <div>{text}</div>
      {actions}
    </header>
  );
}
