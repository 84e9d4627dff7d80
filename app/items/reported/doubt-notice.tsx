import { Icon } from '#app/platform/ui/icon.tsx';

/** On the page of an item that is being checked: what readers say. `doubt` is null for all others. */
export function DoubtNotice({ doubt }: { doubt: string | null }) {
  return doubt === null ? null : (
    <div className="alert is-warning mb" role="note">
      <Icon name="warning" />
      <p>{`${doubt} We’re checking it.`}</p>
    </div>
  );
}

/** The same in a word, next to what may be wrong. */
export function CheckedBadge({ doubt }: { doubt: string | null }) {
  return doubt === null ? null : <span className="badge is-warning">Being checked</span>;
}
