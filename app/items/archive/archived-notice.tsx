import { Icon } from '#app/platform/ui/icon.tsx';

/** On the page of an item: that it is archived. `day` is null for all others. */
export function ArchivedNotice({ day }: { day: string | null }) {
  return day === null ? null : (
    <div className="alert is-info mb" role="note">
      <Icon name="info" />
      <p>{`Archived on ${day}. It is kept for reference and no longer updated.`}</p>
    </div>
  );
}
