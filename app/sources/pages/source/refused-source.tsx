import { Link } from 'react-router';
import { FailedSave, ProblemList } from '#app/desk/form/failed-save.tsx';
import { type SourceProblems, sourceForm } from '#app/sources/pages/source-fields.ts';

type RefusedSourceProps = {
  problems: SourceProblems;
  /** The source that has the address already. */
  taken: string | null;
  reason?: string;
};

/** Says why a source was not saved. */
export function RefusedSource({ problems, taken, reason }: RefusedSourceProps) {
  return (
    <FailedSave reason={reason}>
      <ProblemList spec={sourceForm} problems={problems} />
      {taken ? (
        <p>
          <Link to={`/admin/sources/${taken}`}>Open the source with this address</Link>
        </p>
      ) : null}
    </FailedSave>
  );
}
