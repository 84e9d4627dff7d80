import type { TurnoutDay } from '#app/polls/votes/turnout.server.ts';

const HEIGHT = 100;
const STEP = 12;
const BAR = 9;
/** Older days are only in the table. */
const MOST_BARS = 60;

/** Turnout over time: bars, and a table for screen readers. */
export function TurnoutChart({ days }: { days: TurnoutDay[] }) {
  if (days.length === 0) return <p className="muted">No one has voted yet.</p>;
  const shown = days.slice(-MOST_BARS);
  const most = Math.max(...shown.map((day) => day.voters));
  return (
    <>
      <svg
        className="turnout"
        viewBox={`0 0 ${Math.max(shown.length, 12) * STEP} ${HEIGHT}`}
        aria-hidden="true"
        preserveAspectRatio="xMinYMax meet"
      >
        {shown.map(({ day, voters }, index) => {
          const height = Math.max(2, (HEIGHT * voters) / most);
          return <rect key={day} x={index * STEP} y={HEIGHT - height} width={BAR} height={height} />;
        })}
      </svg>
      <table className="data figures">
        <caption className="vh">Turnout by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">New voters</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, voters }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{voters}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
