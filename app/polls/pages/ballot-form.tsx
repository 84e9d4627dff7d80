import { choiceWords } from '#app/polls/poll-state.ts';
import type { PollView } from '#app/polls/poll-view.server.ts';

/**
 * Native controls and a button: nothing is sent before the button is pressed. Only what the member has chosen is
 * preselected. Visitors of a poll for members log in after they have chosen.
 */
export function BallotForm({ id, options, maxChoices, own, kept, hindrance, isPreview }: PollView) {
  const isSingle = maxChoices === 1;
  const chosen = own?.choices ?? kept ?? [];
  const needsLogin = hindrance === 'login';
  const hasNone = options.some((option) => option.isNone);
  return (
    <form method="post" action={`/polls/${id}/vote`}>
      <fieldset disabled={isPreview}>
        <legend className={isSingle ? 'vh' : 'mb'}>{choiceWords({ maxChoices })}</legend>
        {options.map((option) => (
          <label className="choice" key={option.id}>
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name="option"
              value={option.id}
              required={isSingle}
              defaultChecked={chosen.includes(option.id)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </fieldset>
      {hasNone && !isSingle ? (
        <p className="small muted mt">You can’t combine “None of these” with other answers.</p>
      ) : null}
      {needsLogin ? (
        <p className="small muted mt" id="login-next">
          You log in after you choose, so that everyone votes once. Your choice is kept, and you come back
          here.
        </p>
      ) : null}
      <div className="actions">
        <button
          type="submit"
          className="button button--primary"
          disabled={isPreview}
          aria-describedby={needsLogin ? 'login-next' : undefined}
        >
          {own ? 'Change your vote' : 'Vote'}
        </button>
      </div>
      {own || needsLogin ? null : (
        <p className="small muted mt">
          You can change your vote until the poll closes. Until then, this site’s server can tell which ballot
          is yours. When the poll closes, that link is deleted.
        </p>
      )}
    </form>
  );
}

/** The options while no one can vote. */
export function AnswerList({ options }: Pick<PollView, 'options'>) {
  return (
    <>
      <h2 className="vh">Options</h2>
      <ul className="bullets answers">
        {options.map((option) => (
          <li key={option.id}>{option.text}</li>
        ))}
      </ul>
    </>
  );
}
