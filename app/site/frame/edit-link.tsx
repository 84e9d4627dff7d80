import type { FrameFacts } from './frame.tsx';

/** For the administrator: a link from a public page to the form of its item. Nothing on other pages. */
export function EditLink({
  path,
  facts: { viewer, sections, readOnly },
}: {
  path: string;
  facts: FrameFacts;
}) {
  if (viewer !== 'admin' || readOnly) return null;
  const [, name, id] = /^\/([a-z]+)(?:\/(?!series\/)([\w-]{1,128}))?(?:\/|$)/.exec(path) ?? [];
  const section = sections.find((one) => one.name === name);
  if (!section) return null;
  return (
    <nav className="wrap actions" aria-label="Editing">
      <a className="button button--small" href={id ? `/admin/${name}/${id}` : `/admin/${name}`}>
        {id ? `Edit this ${section.singular}` : `Edit ${section.heading.toLowerCase()}`}
      </a>
    </nav>
  );
}
