import type { ReactNode } from 'react';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { IncompleteFile } from './incomplete.server.ts';

/** Says what became of an import; if files could not be read to their end, that first, and as a warning. */
export function Outcome({ incomplete, children }: { incomplete: IncompleteFile[]; children: ReactNode }) {
  const isWhole = incomplete.length === 0;
  return (
    <div className={`alert is-${isWhole ? 'success' : 'warning'}`} role={isWhole ? 'status' : 'alert'}>
      <Icon name={isWhole ? 'check' : 'warning'} />
      <div className="grow">
        {incomplete.map(({ file, title, problem, record, isCut }) => (
          <p key={`${file} ${record} ${title}`}>
            {file} {title}.{' '}
            <span className="light">
              {problem}
              {record ? (
                <>
                  {' '}
                  (<code>{record}</code>)
                </>
              ) : null}
              .{isCut ? ' What came after it is missing here. Export or upload it again.' : ''}
            </span>
          </p>
        ))}
        <p>{children}</p>
      </div>
    </div>
  );
}
