import { listDuePages } from '#app/pages/page-checks.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { DuePanelProps } from './due-panel.tsx';

const MOST = 5;

/** The pages that the Overview lists, with when they were checked and since when they are due. */
export async function loadDuePanel(db: ReadDb, town: Town, now: number): Promise<DuePanelProps> {
  const all = await listDuePages(db, { now, zone: town.timeZone });
  return {
    due: all.slice(0, MOST).map(({ id, title, checkedAt, dueAt }) => ({
      id,
      title,
      words: `${checkedAt === null ? 'Never checked' : `Last checked ${formatDate(checkedAt, town)}`}, due ${formatDate(dueAt, town)}`,
    })),
    more: Math.max(all.length - MOST, 0),
  };
}
