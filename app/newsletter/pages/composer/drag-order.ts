/** Dragging an item of an issue by its grip, with a mouse, a pen or a finger. The buttons do the same. */

/** How close to the edge of the window the page begins to scroll, and how far per step, in CSS pixels. */
const EDGE = 72;
const STEP = 12;

type Dragged = {
  key: string;
  /** Its new index among the items that are in the issue. */
  at: number;
};

/**
 * Lets the items of `list` be dragged until the returned function is called. The rows stay where they are while one is
 * dragged, and a line shows where it would go; Escape cancels.
 */
export function letDrag(list: HTMLElement, onDrop: (dragged: Dragged) => void): () => void {
  let stop: (() => void) | undefined;
  const begin = (event: PointerEvent) => {
    const grip = (event.target as Element).closest<HTMLElement>('[data-grip]');
    const row = grip?.closest<HTMLElement>('li');
    if (!row || event.button !== 0 || stop) return;
    event.preventDefault();
    stop = followPointer(list, row, event.clientY, (at) => {
      stop = undefined;
      if (at !== undefined) onDrop({ key: row.dataset.key ?? '', at });
    });
  };
  list.addEventListener('pointerdown', begin);
  return () => {
    stop?.();
    list.removeEventListener('pointerdown', begin);
  };
}

/** Calls `done` with the new index, or with nothing if the item stays. The returned function cancels. */
function followPointer(
  list: HTMLElement,
  row: HTMLElement,
  start: number,
  done: (at: number | undefined) => void,
): () => void {
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > [data-at]')];
  const from = rows.indexOf(row);
  let pointer = start;
  let gap = from;
  const look = () => {
    gap = gapAt(rows, pointer);
    for (const [at, each] of rows.entries()) {
      each.classList.toggle('drops-before', at === gap && gap !== from && gap !== from + 1);
      each.classList.toggle('drops-after', at === gap - 1 && gap === rows.length && from !== rows.length - 1);
    }
  };
  const scroll = window.setInterval(() => {
    const by = pointer < EDGE ? -STEP : pointer > window.innerHeight - EDGE ? STEP : 0;
    if (by === 0) return;
    window.scrollBy(0, by);
    look();
  }, 16);
  const follow = ({ clientY }: PointerEvent) => {
    pointer = clientY;
    look();
  };
  const end = (at?: number) => {
    window.clearInterval(scroll);
    document.removeEventListener('pointermove', follow);
    document.removeEventListener('pointerup', drop);
    document.removeEventListener('pointercancel', cancel);
    document.removeEventListener('keydown', giveUp, true);
    row.classList.remove('is-dragged');
    for (const each of rows) each.classList.remove('drops-before', 'drops-after');
    done(at);
  };
  const drop = () => {
    const at = gap > from ? gap - 1 : gap;
    end(at === from ? undefined : at);
  };
  const cancel = () => end();
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end();
  };
  document.addEventListener('pointermove', follow);
  document.addEventListener('pointerup', drop);
  document.addEventListener('pointercancel', cancel);
  document.addEventListener('keydown', giveUp, true);
  row.classList.add('is-dragged');
  return cancel;
}

/** The gap between rows that is nearest: 0 is above the first. */
function gapAt(rows: HTMLElement[], y: number): number {
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below < 0 ? rows.length : below;
}
