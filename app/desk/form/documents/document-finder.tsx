import { useEffect, useState } from 'react';
import { Icon } from '#app/platform/ui/icon.tsx';
import { loadDocumentLibrary } from '#app/platform/ui/upload/document-uploads.ts';
import { documentChoice } from './choice-of-document.ts';
import type { DocumentChoice } from './document-choice.ts';

type DocumentFinderProps = {
  /** Of its input. */
  id: string;
  chosen: DocumentChoice[];
  onChoose: (document: DocumentChoice) => void;
};

/** After the last key, before the library is asked. */
const TYPING_MS = 250;

/** Finds documents of the library by their words; the newest without any. */
export function DocumentFinder({ id, chosen, onChoose }: DocumentFinderProps) {
  const [q, setQ] = useState('');
  const [found, setFound] = useState<DocumentChoice[] | 'failed' | null>(null);
  useEffect(() => {
    let isLatest = true;
    const timer = window.setTimeout(async () => {
      const items = await loadDocumentLibrary(q);
      if (isLatest) setFound(items?.map(documentChoice) ?? 'failed');
    }, TYPING_MS);
    return () => {
      isLatest = false;
      window.clearTimeout(timer);
    };
  }, [q]);
  return (
    <div className="field mt">
      <label htmlFor={id}>Find a document</label>
      <input
        className="input"
        id={id}
        type="search"
        value={q}
        onChange={({ target }) => setQ(target.value)}
        onKeyDown={(event) => {
          // The form must not be sent.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div role="status">
        {found === 'failed' ? <p className="error">The library could not be loaded.</p> : null}
        {found !== 'failed' && found?.length === 0 ? (
          <p className="muted">No document has these words.</p>
        ) : null}
      </div>
      {found !== 'failed' && found && found.length > 0 ? (
        <ul className="files mt" aria-label="Library">
          {found.map((document) => (
            <li key={document.id}>
              <Icon name="download" />
              <div>
                <span className="name">{document.title}</span>{' '}
                <span className="small muted">{document.facts}</span>
              </div>
              <div className="rowlinks">
                <button
                  type="button"
                  className="button button--small"
                  disabled={chosen.some((each) => each.id === document.id)}
                  onClick={() => onChoose(document)}
                >
                  Add<span className="vh">: {document.title}</span>
                </button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
