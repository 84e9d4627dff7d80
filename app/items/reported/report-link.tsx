import { useSite } from '#app/platform/ui/site-facts.ts';

type ReportLinkProps = { collection: string; id: string; archived: string | null };

/**
 * Leads to the form in which readers report what is wrong with a public item. Nothing where nothing can be sent, on
 * paper, and for archived items, which don't change.
 */
export function ReportLink({ collection, id, archived }: ReportLinkProps) {
  const canReport = useCanReport(archived);
  if (!canReport) return null;
  return (
    <p className="cluster small">
      <a className="muted" href={`/correct/${collection}/${id}`}>
        Something wrong here?
      </a>
    </p>
  );
}

/** Whether readers can report anything about an item; `archived` is null unless it is. */
export function useCanReport(archived: string | null): boolean {
  return !useSite().isReadOnly && archived === null;
}
