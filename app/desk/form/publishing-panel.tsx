import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigation } from 'react-router';
import type { ScopeCounts } from '#app/desk/list/scope-counts.server.ts';
import { ScopeWords } from '#app/desk/list/scope-words.tsx';
import type { Publication } from '#app/items/collection/collection.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { AutosaveStatus } from './autosave-status.tsx';
import { NOTHING, saveNow } from './form-contents.ts';
import type { FailedItem, FormPage } from './form-page.ts';
import { FormTag } from './form-tag.tsx';

type PublishingPanelProps = {
  /** The collection's name in addresses. */
  name: string;
  /** The address of the list to go back to. */
  list: string;
  page: FormPage;
  failure: FailedItem | undefined;
  /** More links, as items of the list. */
  links?: ReactNode;
};

/** Next to an item's fields: its status, when it is published, and the Save button. */
export function PublishingPanel({ name, list, page, failure, links }: PublishingPanelProps) {
  const { values } = failure ?? page;
  const [chosen, setChosen] = useState<string | undefined>();
  // Not before: without JavaScript the button could not follow the choice.
  useEffect(() => setChosen(String(values.publication)), [values.publication]);
  const panel = useRef<HTMLDivElement>(null);
  const [note, setNote] = useState('');
  const { dated } = page;
  useEffect(() => {
    const form = panel.current?.closest('form');
    if (!form || !dated) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    // Loaded later, and not missed where it cannot be loaded: saving schedules the item all the same.
    import('./follow-date.ts').then(
      ({ followDate }) => {
        if (!isOver) stop = followDate(form, dated, setNote);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [dated]);
  const id = String(values.id);
  const form = `/admin/${name}/${id}`;
  return (
    <div className="side" id="publishing" ref={panel}>
      <section className="panel" aria-labelledby="publishing-heading">
        <h2 id="publishing-heading">Publishing</h2>
        <StatusChoice
          statuses={page.statuses}
          value={String(values.publication)}
          problem={failure?.problems.publication}
          onChoose={setChosen}
        />
        <PublishTime
          value={String(values.publishAt)}
          zone={page.zone}
          distance={failure ? '' : page.scheduledIn}
          problem={failure?.problems.publishAt}
        />
        <p className="small" aria-live="polite">
          {note}
        </p>
        <FormTag name="draft" value={String(values.draft ?? '')} given={failure ?? page} />
        {failure?.question ? <input type="hidden" name="asked" value={failure.question} /> : null}
        <SaveButton
          label={failure?.question ? 'Save anyway' : saveLabel(chosen, page.publication)}
          scopes={page.series?.scopes ?? null}
        />
        {/* After a conflict, only the editor decides which version stays. */}
        {failure?.theirs ? null : (
          <AutosaveStatus
            address={page.isNew ? `/admin/${name}/add` : form}
            isUnsaved={failure !== undefined}
          />
        )}
        <hr />
        <ul className="linklist">
          <PreviewLink href={`${form}/preview`} isNew={page.isNew} />
          {page.publication === 'published' ? (
            <li>
              <a href={`/${name}/${id}`}>View</a>
            </li>
          ) : null}
          {links}
          <li>
            <Link to={list} state={{ row: id }}>
              Cancel
            </Link>
          </li>
          {page.isNew ? null : (
            <>
              <li>
                <Link to={`/admin/${name}/add?copy=${id}`}>Duplicate</Link>
              </li>
              <li>
                <Link to={`${form}/revisions`}>Versions</Link>
              </li>
              {page.statuses[1] ? (
                <>
                  <li>
                    <Link to={`${form}/archiving`}>Archive</Link>
                  </li>
                  <li>
                    <Link to={`${list}${list.includes('?') ? '&' : '?'}delete=${id}`}>
                      <Icon name="trash" />
                      Move to trash
                    </Link>
                  </li>
                </>
              ) : null}
            </>
          )}
        </ul>
      </section>
    </div>
  );
}

type StatusChoiceProps = Pick<FormPage, 'statuses'> & {
  value: string;
  problem: string | undefined;
  onChoose: (publication: string) => void;
};

function StatusChoice({ statuses, value, problem, onChoose }: StatusChoiceProps) {
  return (
    <fieldset id="publication" tabIndex={-1} aria-describedby={problem ? 'publication-error' : undefined}>
      <legend className="vh">Status</legend>
      {problem ? (
        <span className="error" id="publication-error">
          {problem}
        </span>
      ) : null}
      {statuses.map(([status, label, hint]) => (
        <label className="choice" key={status}>
          <input
            type="radio"
            name="publication"
            value={status}
            defaultChecked={status === value}
            aria-labelledby={`publication-${status}`}
            aria-describedby={`publication-${status}-hint`}
            onChange={() => onChoose(status)}
          />
          <span>
            <span id={`publication-${status}`}>{label}</span>
            <span className="hint" id={`publication-${status}-hint`}>
              {hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type PublishTimeProps = {
  value: string;
  zone: string;
  /** How far away the time is; '' when it is not scheduled. */
  distance: string;
  problem: string | undefined;
};

/** Shown while Scheduled is chosen, by the style sheet. */
function PublishTime({ value, zone, distance, problem }: PublishTimeProps) {
  // The distance is that of the time that was saved.
  const [isChanged, setChanged] = useState(false);
  return (
    <div className="field mt publish-time">
      <label htmlFor="publishAt">Publish time</label>
      <span className="hint" id="publishAt-hint">
        Town time ({zone}).{distance && !isChanged ? ` ${distance}.` : ''}
      </span>
      {problem ? (
        <span className="error" id="publishAt-error">
          {problem}
        </span>
      ) : null}
      <input
        className="input"
        id="publishAt"
        name="publishAt"
        type="datetime-local"
        defaultValue={value}
        onChange={(event) => setChanged(event.currentTarget.value !== value)}
        aria-describedby={problem ? 'publishAt-hint publishAt-error' : 'publishAt-hint'}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}

/** What the button does with the status that is chosen in the browser; 'Save' without JavaScript. */
function saveLabel(chosen: string | undefined, publication: Publication | null): string {
  if (chosen === 'draft') return 'Save draft';
  if (chosen === 'scheduled') return 'Save and schedule';
  return chosen === 'published' && publication !== 'published' ? 'Save and publish' : 'Save';
}

/** A button that only saves says how many dates of a series it saves. */
function SaveButton({ label, scopes }: { label: string; scopes: ScopeCounts | null }) {
  const busy = useNavigation().state === 'submitting';
  return (
    <p className="mt">
      <button type="submit" className="button button--primary button--wide" aria-disabled={busy || undefined}>
        <span>
          {label}
          {scopes && label === 'Save' ? <ScopeWords scopes={scopes} /> : null}
        </span>
      </button>
    </p>
  );
}

type PreviewLinkProps = {
  href: string;
  /** Nothing of the item was saved before the form was opened. */
  isNew: boolean;
};

/** Opens the preview in a new tab; with JavaScript, what was typed is saved as a draft before. */
function PreviewLink({ href, isNew }: PreviewLinkProps) {
  const [problem, setProblem] = useState('');
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const form = event.currentTarget.closest('form');
    if (!form) return;
    const isSaving = saveNow(form, () => {
      const { draft } = Object.fromEntries(new FormData(form));
      const isNothing = isNew && draft === NOTHING;
      setProblem(isNothing ? 'Enter a title or some text first.' : '');
      if (!isNothing && !window.open(href, '_blank')) window.location.assign(href);
    });
    if (isSaving) event.preventDefault();
  };
  return (
    <li className={isNew ? 'needs-script' : undefined}>
      <a href={href} target="_blank" rel="noopener" onClick={open}>
        <Icon name="eye" />
        Preview<span className="vh"> (opens in a new tab)</span>
      </a>
      <span className="small" aria-live="polite">
        {problem}
      </span>
    </li>
  );
}
