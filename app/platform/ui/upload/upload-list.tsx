import type { ReactNode } from 'react';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { FileUpload } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

type UploadListProps<Item> = {
  uploads: Uploads<Item>;
  /** What is shown of one that is in the library. */
  done?: (upload: FileUpload<Item>) => ReactNode;
};

/** Each file on its way with its progress, and those that failed with the reason. */
export function UploadList<Item>({ uploads, done }: UploadListProps<Item>) {
  const shown = uploads.list.filter(({ state }) => state !== 'done' || done);
  const failed = uploads.list.filter(({ state }) => state === 'failed');
  return (
    <>
      {shown.length > 0 ? (
        <ul className="uploads" aria-label="Uploads">
          {shown.map((upload) => (
            <li key={upload.key}>
              <span className="grow">
                <b>{upload.name}</b>
                <Progress upload={upload} reading={uploads.kind.reading} />
                {upload.state === 'done' ? done?.(upload) : null}
              </span>
              {upload.canRetry ? (
                <button
                  type="button"
                  className="button button--small"
                  onClick={() => uploads.retry(upload.key)}
                >
                  Try again<span className="vh">: {upload.name}</span>
                </button>
              ) : null}
              {upload.state === 'done' ? null : (
                <button
                  type="button"
                  className="button button--small"
                  onClick={() => uploads.dismiss(upload.key)}
                >
                  {upload.state === 'failed' ? 'Dismiss' : 'Cancel'}
                  <span className="vh">: {upload.name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="vh" aria-live="polite">
        {uploads.isBusy ? uploads.kind.busy : ''}
        {failed.map(({ name, problem }) => ` ${name}: ${problem}`)}
        {!uploads.isBusy && failed.length === 0 && uploads.list.length > 0 ? uploads.kind.done : ''}
      </p>
    </>
  );
}

type ProgressProps = {
  upload: Pick<FileUpload, 'name' | 'state' | 'sent' | 'problem'>;
  reading: string;
};

function Progress({ upload: { name, state, sent, problem }, reading }: ProgressProps) {
  if (state === 'waiting') return <span className="muted">Waiting</span>;
  if (state === 'failed') return <span className="error">{problem}</span>;
  if (state === 'done')
    return (
      <span className="muted">
        <Icon name="check" /> Added
      </span>
    );
  const percent = Math.round(sent * 100);
  return (
    <>
      <progress max={1} {...(sent < 1 ? { value: sent } : {})} aria-label={name} />
      <span className="muted num">{sent < 1 ? `${percent} %` : reading}</span>
    </>
  );
}
