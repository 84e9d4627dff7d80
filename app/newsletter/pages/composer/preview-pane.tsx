import { useEffect, useRef, useState } from 'react';
import { KEPT, saveNow } from '#app/desk/form/form-contents.ts';
import { type View, views } from './composer-page.ts';

type PaneProps = {
  id: string;
  /** Changes with each save: then the preview is loaded again. */
  version: string;
  view: View;
};

/** The issue as an email, as it was saved last. With JavaScript it follows each change. */
export function PreviewPane({ id, version, view: given }: PaneProps) {
  const [view, setView] = useState(given);
  const [saves, setSaves] = useState(0);
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);
  useEffect(() => {
    const form = frame.current?.closest('form');
    const refresh = () => {
      scrolled.current = windowOf(frame.current)?.scrollY ?? 0;
      setSaves((before) => before + 1);
    };
    form?.addEventListener(KEPT, refresh);
    return () => form?.removeEventListener(KEPT, refresh);
  }, []);
  const choose = (chosen: View, form: HTMLFormElement | null) => {
    scrolled.current = 0;
    setView(chosen);
    if (form) saveNow(form, () => undefined);
  };
  return (
    <section aria-labelledby="preview-heading" className="preview-pane">
      <div className="cluster between mb">
        <h2 id="preview-heading">Preview</h2>
        <div className="segmented small" role="group" aria-label="Preview as">
          {(Object.keys(views) as View[]).map((each) => (
            <button
              type="submit"
              name="do"
              value={`view ${each}`}
              aria-pressed={each === view}
              key={each}
              onClick={(event) => {
                event.preventDefault();
                choose(each, event.currentTarget.form);
              }}
            >
              {views[each]}
            </button>
          ))}
        </div>
      </div>
      <iframe
        ref={frame}
        className={`preview preview--${view}`}
        src={`/admin/newsletter/${id}/email?view=${view}&version=${version}.${saves}`}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        title={`Preview of the email: ${views[view]}`}
        onLoad={() => {
          windowOf(frame.current)?.scrollTo(0, scrolled.current);
          followSubject(frame.current);
        }}
      />
      <p className="small muted mt center">
        Shown as email, as saved last. See the <a href={`/admin/newsletter/${id}/paper`}>paper edition</a>.
      </p>
    </section>
  );
}

/** Undefined when the frame could not show the preview, for example after a logout: its page belongs to no site then. */
function windowOf(frame: HTMLIFrameElement | null): Window | undefined {
  return frame?.contentDocument?.defaultView ?? undefined;
}

/** A subject that is written automatically follows what is featured: the preview's title is the one it has now. */
function followSubject(frame: HTMLIFrameElement | null): void {
  const title = frame?.contentDocument?.title;
  const fields = frame?.closest('form')?.elements;
  const [automatic, subject] = ['automatic', 'subject'].map((name) => fields?.namedItem(name));
  if (!title || !(automatic instanceof HTMLInputElement) || !(subject instanceof HTMLInputElement)) return;
  if (subject.value !== automatic.value || subject.value === title) return;
  automatic.value = title;
  subject.value = title;
  subject.dispatchEvent(new Event('input', { bubbles: true }));
}
