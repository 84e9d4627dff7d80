import { Link, useNavigation } from 'react-router';
import type { ImportRunPage } from './load-import.server.ts';

type Report = Extract<ImportRunPage, { kind: 'report' }>;

/** The button that imports with the choices above; of incomplete files, it is the second choice. */
export function ImportPanel({ page }: { page: Report }) {
  const { id, ready, readyWords, pictures } = page;
  const isBusy = useNavigation().state === 'submitting';
  const { isAnyReady } = page;
  const isAny = isAnyReady || page.groups.some((group) => group.id === 'decide');
  const isIncomplete = page.incomplete.length > 0;
  const records = `${readyWords} ${ready === 1 ? 'record' : 'records'}${isIncomplete ? ' anyway' : ''}`;
  const startOver = (
    <Link className={isIncomplete ? 'button button--primary' : 'button'} to={`/admin/move-in?instead=${id}`}>
      Start over with other files
    </Link>
  );
  return (
    <section className="panel" aria-labelledby="import">
      <h2 id="import">Import</h2>
      {isAnyReady ? null : (
        <p className="mt">
          There is nothing new to import
          {isAny ? ', unless you choose otherwise above.' : '. Everything in these files is here already.'}
        </p>
      )}
      {isAny && pictures !== null ? <PicturesField value={pictures} /> : null}
      <div className="actions">
        {isIncomplete ? startOver : null}
        {isAny ? (
          <button
            type="submit"
            name="do"
            value="import"
            className={isIncomplete || !isAnyReady ? 'button' : 'button button--primary'}
            aria-disabled={isBusy || undefined}
          >
            {isBusy ? 'Starting…' : ready > 0 ? `Import ${records}` : 'Import with these choices'}
          </button>
        ) : null}
        {isIncomplete ? null : startOver}
        {page.hasTable ? (
          <Link className="button" to={`/admin/move-in/${id}/mapping`}>
            Change the columns
          </Link>
        ) : null}
      </div>
      <p className="small muted mt">
        The site stays up. You can run it again later without creating duplicates.
      </p>
    </section>
  );
}

function PicturesField({ value }: { value: string }) {
  return (
    <div className="field mt">
      <label htmlFor="pictures">Pictures of the old site</label>
      <select className="input" id="pictures" name="pictures" defaultValue={value}>
        <option value="fetch">Copy them to this site</option>
        <option value="keep">Leave them on the old site, which has to stay online</option>
      </select>
    </div>
  );
}
