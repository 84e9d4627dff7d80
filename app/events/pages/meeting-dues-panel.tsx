import { Link } from 'react-router';

/** An agenda or minutes that are due, as text, and the form where they are added. */
export type MeetingDue = {
  id: string;
  title: string;
  about: string;
  isLate: boolean;
  href: string;
  action: string;
};

/** On the Overview: the agendas and minutes that the town owes. Renders nothing without any. */
export function MeetingDuesPanel({ dues }: { dues: MeetingDue[] }) {
  if (dues.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="dues">
      <h2 id="dues">Due</h2>
      <ul className="due">
        {dues.map(({ id, title, about, isLate, href, action }) => (
          <li key={id}>
            <div>
              <strong>{isLate ? <span className="badge is-danger">{title}</span> : title}</strong>
              <span className="small muted">{about}</span>
            </div>
            <p className="rowlinks">
              <Link className="button button--small" to={href}>
                {action}
                <span className="vh">: {about}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
