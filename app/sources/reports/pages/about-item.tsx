import type { ShownItem } from './load-reported-item.server.ts';

/** The item that a report is about. */
export function AboutItem({ item: { collection, title, href, tear, about } }: { item: ShownItem }) {
  return (
    <div className="about-item" data-section={collection}>
      {tear ? (
        <span className="tear" aria-hidden="true">
          <span>{tear.month}</span>
          {tear.day}
        </span>
      ) : null}
      <div>
        <p>
          <a className="plain" href={href}>
            <strong>{title}</strong>
          </a>
        </p>
        {about ? <p className="small muted">{about}</p> : null}
      </div>
    </div>
  );
}
