import { useState } from 'react';
import { Icon } from '#app/platform/ui/icon.tsx';
import { saveSummary } from '#app/platform/ui/upload/document-uploads.ts';
import type { DocumentChoice } from './document-choice.ts';

export type Move = (id: string, by: -1 | 1) => void;

type ChosenDocumentProps = {
  /** The name of the field. */
  name: string;
  document: DocumentChoice;
  isFirst: boolean;
  isLast: boolean;
  /** The script has arrived: buttons don't send the form. */
  isLive: boolean;
  move: Move;
  remove: (id: string) => void;
};

/** A document of an item, with what readers who can't see would meet in it. */
export function ChosenDocument(props: ChosenDocumentProps) {
  const { name, document, isFirst, isLast, isLive, move, remove } = props;
  const { id, title, facts } = document;
  const button = { type: isLive ? ('button' as const) : ('submit' as const), name: 'arrange' };
  return (
    <li>
      <Icon name="download" />
      <div>
        <input type="hidden" name={name} value={id} />
        <span className="name">{title}</span> <span className="small muted">{facts}</span>
      </div>
      <div className="rowlinks">
        <button
          {...button}
          value={`up ${id}`}
          className="button button--small iconbutton"
          disabled={isFirst}
          onClick={isLive ? () => move(id, -1) : undefined}
        >
          <Icon name="up" />
          <span className="vh">Move up: {title}</span>
        </button>
        <button
          {...button}
          value={`down ${id}`}
          className="button button--small iconbutton"
          disabled={isLast}
          onClick={isLive ? () => move(id, 1) : undefined}
        >
          <Icon name="down" />
          <span className="vh">Move down: {title}</span>
        </button>
        <button
          {...button}
          value={`remove ${id}`}
          className="button button--small"
          onClick={isLive ? () => remove(id) : undefined}
        >
          Remove<span className="vh">: {title}</span>
        </button>
      </div>
      <Finding document={document} isLive={isLive} />
    </li>
  );
}

/** What was found, and a summary that helps; it is the document's own, wherever that is used. */
function Finding({ document, isLive }: Pick<ChosenDocumentProps, 'document' | 'isLive'>) {
  const { id, title, finding } = document;
  const [summary, setSummary] = useState(document.summary ?? '');
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useState('');
  if (!finding) return null;
  const save = async () => {
    setState('Saving…');
    setState(
      (await saveSummary(id, summary)) ? 'Summary saved.' : 'The summary could not be saved. Try again.',
    );
  };
  const field = `summary-${id}`;
  return (
    <div className="finding is-warning">
      <p>
        <strong>{finding}</strong>
      </p>
      {isLive && !isOpen ? (
        <button type="button" className="button button--small mt" onClick={() => setOpen(true)}>
          {document.summary ? 'Change the summary' : 'Write a summary here'}
          <span className="vh">: {title}</span>
        </button>
      ) : null}
      {isLive ? null : (
        <p>
          <a href={`/admin/documents/${id}#summary`}>
            Write a summary<span className="vh"> of {title}</span>
          </a>
        </p>
      )}
      {isOpen ? (
        <div className="field mt">
          <label htmlFor={field}>Summary</label>
          <span className="hint" id={`${field}-hint`}>
            Shown beside the document. Leave it empty to decide later.
          </span>
          {/* Without a name: it is not part of the item. */}
          <textarea
            className="input"
            id={field}
            rows={3}
            maxLength={2000}
            aria-describedby={`${field}-hint`}
            value={summary}
            ref={(area) => {
              if (area && state === '' && summary === '') area.focus();
            }}
            onChange={({ target }) => setSummary(target.value)}
          />
          <p className="cluster mt">
            <button type="button" className="button button--small" onClick={() => void save()}>
              Save summary
            </button>
            <span className="small" role="status">
              {state}
            </span>
          </p>
        </div>
      ) : null}
    </div>
  );
}
