import { Icon } from '#app/platform/ui/icon.tsx';
import documentStyles from '#app/platform/ui/styles/documents.css?url';

/** A document as readers see the link to it. `facts` is what it is: 'PDF, 12 pages, 340 KB'. */
export type ShownDocument = {
  id: string;
  href: string;
  title: string;
  facts: string;
  /** The media type: 'application/pdf'. */
  mime: string;
  /** BCP 47 */
  language: string | null;
  /** What is in it, for those who can't read it. */
  summary: string | null;
  /** When its file was replaced. */
  replaced: string | null;
  /** The address of its proof of publication; null while readers can't have the document. */
  proof: string | null;
};

/** The documents of an item, each with what it is and what is in it; nothing without any. */
export function DocumentLinks({ documents }: { documents: ShownDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <section aria-label="Documents" className="mt">
      <link rel="stylesheet" href={documentStyles} precedence="default" />
      <ul className="docs">
        {documents.map(({ id, href, title, facts, language, summary, replaced, proof }) => (
          <li key={id}>
            <Icon name="download" />
            <div>
              <a href={href} hrefLang={language ?? undefined}>
                {title}
              </a>{' '}
              <span className="muted">{`(${facts})`}</span>
            </div>
            {replaced || proof ? (
              <div className="small muted">
                {replaced ? `Replaced on ${replaced}. ` : null}
                {proof ? (
                  <a href={proof}>
                    {replaced ? 'What changed' : 'Proof of publication'}
                    <span className="vh">{`: ${title}`}</span>
                  </a>
                ) : null}
              </div>
            ) : null}
            {summary ? <div className="small muted">{summary}</div> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
