type StagesProps = {
  labels: string[];
  /** Counted from 0; the number of labels when all are done. */
  current: number;
};

/** The steps of a task that takes several pages, and how far it is. */
export function Stages({ labels, current }: StagesProps) {
  return (
    <ol className="stages">
      {labels.map((label, at) => (
        <li
          className={at < current ? 'is-done' : undefined}
          aria-current={at === current ? 'step' : undefined}
          key={label}
        >
          {at < current ? <span className="vh">Done: </span> : null}
          {label}
        </li>
      ))}
    </ol>
  );
}
