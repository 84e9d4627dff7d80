import { Alert } from '#app/platform/ui/alert.tsx';
import type { FoundSuggestion } from './load-status.server.ts';
import { LinkInput, SuggestionInputs } from './submit-form.tsx';
import type { EditResult } from './submit-result.ts';

type EditProps = { found: FoundSuggestion; result: EditResult | undefined; path: string };

/** The form of what was sent, with what it says now. */
export function SubmittedEdit({ found, result, path }: EditProps) {
  const { kind, status } = found;
  const values = result?.values ?? found.values;
  const problems = result?.problems ?? {};
  const isPublic = status.step === 'published' || status.step === 'accepted';
  return (
    <div className="reading">
      <header className="page-head">
        <p className="kicker">
          <a href={path}>Your submission</a>
        </p>
        <h1>{isPublic ? 'Request a change' : 'Edit your submission'}</h1>
        <p>
          {isPublic
            ? 'An editor reviews every change. Until then, readers see the current version.'
            : 'Your changes replace what you sent.'}
        </p>
      </header>
      <form method="post" action={path} noValidate={result !== undefined}>
        {result ? (
          <Alert tone="danger">
            <p>{result.reason ?? 'Something needs a change.'} Nothing you typed was lost.</p>
          </Alert>
        ) : null}
        <input type="hidden" name="opened" value={result?.token ?? found.token} />
        <input name="website" autoComplete="off" tabIndex={-1} hidden />
        <SuggestionInputs kind={kind} values={values} problems={problems} />
        <LinkInput value={values.link} problem={problems.link} />
        <p className="actions">
          <button type="submit" className="button button--primary" name="do" value="edit">
            {isPublic ? 'Send change' : 'Save changes'}
          </button>
          <a className="button" href={path}>
            Cancel
          </a>
        </p>
      </form>
    </div>
  );
}
