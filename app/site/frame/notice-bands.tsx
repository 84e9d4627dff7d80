import { Icon } from '#app/platform/ui/icon.tsx';
import noticeStyles from '#app/platform/ui/styles/notices.css?url';
import { kindWords, type Notice } from '#app/town/notices/notice.ts';

/** An urgent notice as every page shows it: `end` for machines and in words. */
export type ShownNotice = Pick<Notice, 'id' | 'kind' | 'text' | 'link'> & {
  end: { at: string; text: string; lang?: string | undefined };
};

/** The urgent notices above the masthead, rendered only on the server. */
export function NoticeBands({ notices, siteUrl }: { notices: readonly ShownNotice[]; siteUrl: string }) {
  return (
    <section className="notices" aria-label="Notice">
      <link rel="stylesheet" href={noticeStyles} />
      <ul>
        {notices.map((notice) => (
          <li key={notice.id} className={`notice ${kindWords[notice.kind].tone}`.trim()}>
            <NoticeBand notice={notice} siteUrl={siteUrl} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The content of one band. Also a preview, where the link is not decided yet. */
export function NoticeBand({ notice, siteUrl }: { notice: ShownNotice; siteUrl: string }) {
  const { kind, text, link, end } = notice;
  return (
    <div className="wrap">
      <Icon name={kindIcons[kind]} />
      <p>
        <strong>{`${kindWords[kind].label}.`}</strong> {`${text} `}
        {link ? <NoticeLink href={link} siteUrl={siteUrl} /> : null}
      </p>
      <p className="notice__end">
        Until{' '}
        <time dateTime={end.at} lang={end.lang}>
          {end.text}
        </time>
      </p>
    </div>
  );
}

const kindIcons = { danger: 'danger', warning: 'warning', closed: 'closed', information: 'info' } as const;

/** A link names its site if that is another one, which opens in a new tab. */
function NoticeLink({ href, siteUrl }: { href: string; siteUrl: string }) {
  const url = URL.parse(href, siteUrl || undefined);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (url.origin === URL.parse(siteUrl)?.origin)
    return <a href={url.pathname + url.search + url.hash}>Read more</a>;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {url.hostname.replace(/^www\./, '')}
      <Icon name="external" className="icon ext" />
      <span className="vh"> (opens in a new tab)</span>
    </a>
  );
}
