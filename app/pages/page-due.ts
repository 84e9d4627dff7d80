import { addMonthsTo } from '#app/platform/time/town-time.ts';

type Checked = { checkedAt: number | null; remindMonths: number | null; updatedAt: number };

/** When a page is due: months after it was checked, or else saved, last. Undefined without a reminder. */
export function dueAtOf({ checkedAt, remindMonths, updatedAt }: Checked, zone: string): number | undefined {
  return remindMonths === null ? undefined : addMonthsTo(checkedAt ?? updatedAt, remindMonths, zone);
}
