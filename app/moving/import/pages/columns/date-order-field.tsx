import type { Columns } from '#app/moving/import/pages/load-columns.server.ts';

type DateOrderFieldProps = { order: NonNullable<Columns['order']>; chosen: string };

/** How dates like 05/12/2026 are read. If the table contradicts itself, they can wait for the dry run. */
export function DateOrderField({ order: { example, month, day, other }, chosen }: DateOrderFieldProps) {
  const choices = [
    { value: 'month', label: 'Month first', reading: month },
    { value: 'day', label: 'Day first', reading: day },
  ];
  return (
    <fieldset className="panel panel--plain field">
      <legend>How are dates written?</legend>
      {other ? (
        <p className="hint" id="order-hint">
          {other} has the day first. {example} can be read in two ways.
        </p>
      ) : null}
      {choices.map(({ value, label, reading }) => (
        <label className="choice" key={value}>
          <input type="radio" name="date-order" value={value} defaultChecked={chosen === value} />
          <span>
            {label}
            <span className="hint">
              {example} is {reading}
            </span>
          </span>
        </label>
      ))}
      {other ? (
        <label className="choice">
          <input type="radio" name="date-order" value="" defaultChecked={chosen === ''} />
          <span>
            Decide after the dry run
            <span className="hint">It lists these dates</span>
          </span>
        </label>
      ) : null}
    </fieldset>
  );
}
