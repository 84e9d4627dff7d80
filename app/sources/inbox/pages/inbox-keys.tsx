import { useEffect, useRef, useState } from 'react';

/** Each key with what it does, in the order in which they are shown. */
export const keys = [
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['p', 'Publish, or use the source’s changes'],
  ['d', 'Discard, or keep yours'],
  ['e', 'Edit'],
  ['s', 'Snooze until tomorrow'],
  ['m', 'Merge into the possible duplicate, or choose one'],
  ['n', 'Not a duplicate'],
  ['o', 'Show more'],
  ['x', 'Select'],
  ['u', 'Undo'],
  ['?', 'Show these keys'],
] as const;

const STORED = 'inbox-keys';

/**
 * The keys of the inbox, which can be turned off (WCAG 2.1.4). `onKey` returns whether it did something with a key; it
 * receives none while something is typed. Without JavaScript there are no keys, and nothing is shown.
 */
export function InboxKeys({ onKey }: { onKey: (key: string) => boolean }) {
  const [isReady, setReady] = useState(false);
  const [isOn, setOn] = useState(true);
  const [isOpen, setOpen] = useState(false);
  const isUsed = useRef(true);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (!isUsed.current || isOther || isTyping(event.target)) return;
      if (event.key === '?') setOpen((before) => !before);
      else if (!onKey(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onKey]);
  useEffect(() => {
    isUsed.current = readStored() !== 'off';
    setOn(isUsed.current);
    setReady(true);
  }, []);
  if (!isReady) return null;
  return (
    <details
      className="fold shortcuts"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Keyboard shortcuts</summary>
      <div className="fold__body">
        <label className="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => {
              isUsed.current = target.checked;
              setOn(target.checked);
              store(target.checked ? 'on' : 'off');
            }}
          />
          <span>Use these keys</span>
        </label>
        <dl className="facts keys">
          {keys.map(([key, words]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p className="small muted">Keys apply to the selected items, or to the one in focus.</p>
      </div>
    </details>
  );
}

/** In a field for text, letters are text; in a list, they choose an option. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit)$/.test(target.type);
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Browsers can refuse this storage. */
function readStored(): string | null {
  try {
    return window.localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(value: string): void {
  try {
    window.localStorage.setItem(STORED, value);
  } catch {
    // The choice lasts as long as the page.
  }
}
