import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert } from '#app/platform/ui/alert.tsx';
import { openUpload, type Sending, type Upload } from './send-upload.ts';
import { sizeWords } from './size-words.ts';

type UploadFormProps<Refusal> = {
  /** Where the form is sent without JavaScript: a page. */
  action: string;
  /** Where it is sent with JavaScript: it responds with JSON, `{ to }` or what `onRefused` receives. */
  upload: string;
  maxFileBytes: number;
  onRefused: (refusal: Refusal) => void;
  className?: string;
  /** What is in the form; its buttons are gone while it is sent. */
  children: (isSending: boolean) => ReactNode;
};

/** A form with large files: with JavaScript it shows how much was sent, can be stopped, and keeps the chosen files. */
export function UploadForm<Refusal>({
  action,
  upload: address,
  maxFileBytes,
  onRefused,
  className,
  children,
}: UploadFormProps<Refusal>) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState('');
  const current = useRef<Upload>(undefined);
  useEffect(() => () => current.current?.stop(), []);
  useStayWhile(sending !== null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    const large = [...form.values()].find((value) => value instanceof File && value.size > maxFileBytes);
    if (large instanceof File) {
      setProblem(`${large.name} is larger than ${sizeWords(maxFileBytes)}.`);
      return;
    }
    setProblem('');
    setSending({ sent: 0, total: 0 });
    const end = (words: string) => {
      setSending(null);
      setProblem(words);
    };
    current.current = openUpload<Refusal>(address, form, {
      onProgress: setSending,
      onAccepted: (to) => window.location.assign(to),
      onRefused: (refusal) => {
        end('');
        onRefused(refusal);
      },
      onFailed: end,
    });
  };
  const stop = () => {
    current.current?.stop();
    setSending(null);
    setProblem('The upload was stopped. Nothing was saved. Your files are still chosen.');
  };
  return (
    <form method="post" encType="multipart/form-data" {...{ action, className }} onSubmit={submit} noValidate>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {children(sending !== null)}
      {sending ? <SendingPanel sending={sending} onStop={stop} /> : null}
    </form>
  );
}

function SendingPanel({ sending: { sent, total }, onStop }: { sending: Sending; onStop: () => void }) {
  const isSent = total > 0 && sent >= total;
  return (
    <section className="panel mt" aria-label="Upload">
      <p className="cluster between">
        <span role="status">{isSent ? 'Checking the files…' : 'Uploading your files…'}</span>
        <span className="num muted">{total > 0 ? `${sizeWords(sent)} of ${sizeWords(total)}` : ''}</span>
      </p>
      <progress
        className="wide-progress"
        max={total || 1}
        {...(total > 0 && !isSent ? { value: sent } : {})}
        aria-label="Upload"
      />
      <p className="cluster mt">
        <button type="button" className="button" onClick={onStop}>
          Stop the upload
        </button>
        <span className="small muted">Keep this page open until the upload has ended.</span>
      </p>
    </section>
  );
}

/** The browser asks before it leaves the page. */
function useStayWhile(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}
