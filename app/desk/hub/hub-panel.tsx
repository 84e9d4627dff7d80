import { formatDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';
import type { HubStatus } from '#app/town/hub-status.server.ts';

/** Whether the WebSub hub in Settings receives notifications. */
export function HubPanel({ status, clock }: { status: HubStatus; clock: TownClock }) {
  const { announcedAt, trouble, nextAttemptAt } = status;
  const say = (at: number) => `${formatDate(at, clock)}, ${formatTime(at, clock)}`;
  return (
    <section className="panel" aria-labelledby="hub">
      <h2 id="hub">WebSub hub</h2>
      {trouble ? (
        <p role="alert">
          The hub could not be notified about new items. {trouble}. Next attempt:{' '}
          {nextAttemptAt ? say(nextAttemptAt) : 'soon'}.
        </p>
      ) : null}
      {announcedAt ? <p>Last notified {say(announcedAt)}.</p> : null}
    </section>
  );
}
