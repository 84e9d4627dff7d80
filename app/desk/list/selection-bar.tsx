import { useLocation } from 'react-router';
import { Alert } from '#app/platform/ui/alert.tsx';
import { PickedCount } from './pick-rows.tsx';
import type { SelectionNotice as Notice } from './selection-notice.ts';
import { UndoNotice } from './undo-notice.tsx';

/**
 * The buttons for selected items, at the end of the form around a list. The style sheet shows them while something is
 * selected, at the lower edge of the window. `tag` is the last one, if items have tags. The Enter key presses the
 * first button: never one that publishes.
 */
export function SelectionBar({ tag, at }: { tag: string | null; at: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="cluster between selection">
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      <PickedCount />
      {tag === null ? null : <TagButtons tag={tag} />}
      <p className="cluster">
        <label className="small" htmlFor="selection-time">
          Publish time
        </label>
        <input
          className="input"
          id="selection-time"
          name="publishAt"
          type="datetime-local"
          defaultValue={at}
          key={`at ${at}`}
        />
        <button type="submit" className="button button--small" name="do" value="schedule">
          Schedule
        </button>
        <button type="submit" className="button button--small" name="do" value="publish">
          Publish now
        </button>
        <button type="submit" className="button button--small" name="do" value="unpublish">
          Unpublish
        </button>
        <button type="submit" className="button button--small" name="do" value="delete">
          Move to trash
        </button>
      </p>
    </div>
  );
}

/** Before the other buttons: the Enter key presses the first. */
function TagButtons({ tag }: { tag: string }) {
  return (
    <p className="searchbar">
      <input
        className="input"
        name="tag"
        size={12}
        aria-label="Tag"
        placeholder="Tag"
        defaultValue={tag}
        key={tag}
      />
      <button type="submit" className="button button--small" name="do" value="tag">
        Add tag
      </button>
      <button type="submit" className="button button--small" name="do" value="untag">
        Remove tag
      </button>
    </p>
  );
}

const words = {
  publish: 'published',
  schedule: 'scheduled',
  unpublish: 'unpublished',
  undo: 'changed back',
  tag: 'tagged',
  untag: 'no longer tagged',
};

type NoticeProps = { name: string; notice: Notice; problems: string[] };

/** The result of the last action on several items, with a button that undoes it. */
export function SelectionNotice({ name, notice, problems }: NoticeProps) {
  const { pathname, search } = useLocation();
  const { isNothingChosen, done, was, tag } = notice;
  return (
    <>
      {isNothingChosen ? <Alert tone="danger">Choose at least one.</Alert> : null}
      {problems.length > 0 ? (
        <Alert tone="danger">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Alert>
      ) : null}
      {done && was.length > 0 ? (
        <UndoNotice
          action={`/admin/selection/${name}`}
          name="was"
          values={was}
          back={`${pathname}${search}`}
          also={tag ? { tag, do: done === 'tag' ? 'untag' : 'tag' } : {}}
        >
          {was.length} {words[done]}.
        </UndoNotice>
      ) : null}
      {done && was.length === 0 && problems.length === 0 ? (
        <Alert tone="success">Nothing needed to be changed.</Alert>
      ) : null}
    </>
  );
}
