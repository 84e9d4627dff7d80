const kinds: Record<string, { one: string; all: string }> = {
  articles: { one: 'Edit this article', all: 'Edit articles' },
  news: { one: 'Edit this news item', all: 'Edit news' },
  events: { one: 'Edit this event', all: 'Edit events' },
  polls: { one: 'Edit this poll', all: 'Edit polls' },
  businesses: { one: 'Edit this business', all: 'Edit businesses' },
};

/** For the administrator: a link from a public page to the form of its item. Nothing on other pages. */
export function EditLink({ path }: { path: string }) {
  const [, name = '', id] = /^\/([a-z]+)(?:\/([\w-]{1,128}))?(?:\/|$)/.exec(path) ?? [];
  const words = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!words) return null;
  return (
    <nav className="wrap actions" aria-label="Editing">
      <a className="button button--small" href={id ? `/admin/${name}/${id}` : `/admin/${name}`}>
        {id ? words.one : words.all}
      </a>
    </nav>
  );
}
