import { useEffect, useRef, useState } from 'react';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { describedBy, FieldHints } from './field-notes.tsx';
import { Icon } from './icon.tsx';

type OptionsFieldProps = { spec: FieldSpec; texts: string[]; problem: string | undefined };

const LEAST = 2;
const SPARE_WITHOUT_SCRIPT = 3;

/**
 * Several inputs with one name. Without JavaScript there are spare empty ones, and an emptied one is removed on saving;
 * with JavaScript they are added, moved and removed with buttons.
 */
export function OptionsField({ spec, texts, problem }: OptionsFieldProps) {
  const [rows, setRows] = useState(() => withKeys(texts, spec.isLocked ? 0 : SPARE_WITHOUT_SCRIPT));
  const list = useRef<HTMLDivElement>(null);
  // The spare rows are for pages without JavaScript; otherwise the button adds them.
  useEffect(() => {
    if (texts.length >= LEAST && texts.every((text) => text !== ''))
      setRows(texts.map((text, key) => ({ key, text })));
  }, [texts]);
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus());
  const move = (index: number) => {
    setRows((current) => current.toSpliced(index - 1, 2, current[index] as Row, current[index - 1] as Row));
    focusRow(index - 1);
  };
  const remove = (index: number) => {
    setRows((current) => current.toSpliced(index, 1));
    focusRow(Math.max(index - 1, 0));
  };
  const add = () => {
    setRows((current) => [...current, { key: nextKey(current), text: '' }]);
    focusRow(rows.length);
  };
  return (
    <fieldset className="field" aria-describedby={describedBy(spec, problem)}>
      <legend>{spec.label}</legend>
      <FieldHints spec={spec} problem={problem} />
      <div ref={list}>
        {rows.map((row, index) => (
          <div className="optrow" key={row.key}>
            <label className="vh" htmlFor={`${spec.name}-${row.key}`}>
              Option {index + 1}
            </label>
            <input
              className="input"
              id={`${spec.name}-${row.key}`}
              name={spec.name}
              defaultValue={row.text}
              aria-invalid={problem ? true : undefined}
            />
            {spec.isLocked ? null : (
              <>
                {' '}
                <button
                  type="button"
                  className="button needs-script"
                  disabled={index === 0}
                  aria-label={`Move up, line ${index + 1}`}
                  onClick={() => move(index)}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  className="button needs-script"
                  disabled={rows.length <= LEAST}
                  aria-label={`Remove line ${index + 1}`}
                  onClick={() => remove(index)}
                >
                  <Icon name="close" />
                </button>
              </>
            )}
          </div>
        ))}
      </div>
      {spec.isLocked ? null : (
        <button type="button" className="button button--small needs-script" onClick={add}>
          <Icon name="plus" />
          Add option
        </button>
      )}
    </fieldset>
  );
}

type Row = { key: number; text: string };

function withKeys(texts: string[], spares: number): Row[] {
  const spare = Array<string>(Math.max(spares, LEAST - texts.length)).fill('');
  return [...texts, ...spare].map((text, key) => ({ key, text }));
}

function nextKey(rows: Row[]): number {
  return Math.max(-1, ...rows.map((row) => row.key)) + 1;
}
