import { useEffect, useRef, useState } from 'react';

/** A checkbox for a row of a list; the form around it sends the ids of checked rows. */
export function PickRow({ id, title }: { id: string; title: string }) {
  return <input type="checkbox" name="id" value={id} aria-label={`Select ${title}`} />;
}

/** Checks all rows of the page. Only with JavaScript, without which it would do nothing. */
export function PickAll() {
  const { element, picked, rows } = usePicked<HTMLInputElement>();
  return (
    <input
      type="checkbox"
      ref={element}
      hidden={rows === 0}
      checked={rows > 0 && picked === rows}
      aria-label="Select all on this page"
      onChange={({ target }) => {
        for (const box of boxesIn(target.form)) box.checked = target.checked;
        target.form?.dispatchEvent(new Event('pick'));
      }}
    />
  );
}

/** How many rows are checked; without JavaScript, only a label for the buttons. */
export function PickedCount() {
  const { element, picked, rows } = usePicked<HTMLParagraphElement>();
  return (
    <p className="small" aria-live="polite" ref={element}>
      {rows === 0 ? (
        'With selected items:'
      ) : (
        <>
          <strong>
            {picked} of {rows}
          </strong>{' '}
          selected
        </>
      )}
    </p>
  );
}

/** How many of the form's rows are checked; 0 of 0 until the page is hydrated. */
function usePicked<Part extends HTMLElement>() {
  const element = useRef<Part>(null);
  const [state, setState] = useState({ picked: 0, rows: 0 });
  useEffect(() => {
    const form = element.current?.closest('form') ?? null;
    const count = () => {
      const boxes = boxesIn(form);
      const picked = boxes.filter((box) => box.checked).length;
      setState((before) =>
        before.picked === picked && before.rows === boxes.length ? before : { picked, rows: boxes.length },
      );
    };
    count();
    // Rows leave while the page stays, in the inbox after each decision.
    const watched = new MutationObserver(count);
    if (form) watched.observe(form, { childList: true, subtree: true });
    for (const name of ['change', 'pick']) form?.addEventListener(name, count);
    return () => {
      watched.disconnect();
      for (const name of ['change', 'pick']) form?.removeEventListener(name, count);
    };
  }, []);
  return { element, ...state };
}

function boxesIn(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? [])];
}
