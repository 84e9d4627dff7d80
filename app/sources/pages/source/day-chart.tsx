import { DataTable } from '#app/desk/list/data-table.tsx';
import type { DayBar, Week } from './source-days.ts';

const STEP = 4;
const WIDTH = 3;
const HEIGHT = 10;

type DayChartProps = { bars: DayBar[]; firstDay: string; weeks: Week[] };

/** The last 30 days as bars, and as a table. */
export function DayChart({ bars, firstDay, weeks }: DayChartProps) {
  return (
    <section className="panel" aria-labelledby="days">
      <h2 id="days">Last 30 days</h2>
      <div className="mt">
        <svg
          className="chart chart--strip"
          viewBox={`0 0 ${bars.length * STEP - 1} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {bars.map(({ day, height, kind }, index) => (
            <rect
              className={kind === 'good' ? undefined : kind}
              x={index * STEP}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              key={day}
            />
          ))}
        </svg>
        <p className="axis">
          <span>{firstDay}</span>
          <span>Today</span>
        </p>
      </div>
      <p className="small muted mt">
        Bar height shows new items. Red marks days when every check failed, yellow when some did, gray when
        there was none.
      </p>
      {weeks.length === 0 ? null : (
        <details className="fold">
          <summary>View as a table</summary>
          <div className="fold__body">
            <WeekTable weeks={weeks} />
          </div>
        </details>
      )}
    </section>
  );
}

function WeekTable({ weeks }: { weeks: Week[] }) {
  return (
    <DataTable
      label="Items and failures by week"
      className="data data--narrow"
      rows={weeks}
      keyOf={({ start }) => start}
      columns={[
        { head: 'Week of', cell: ({ start }) => start },
        { head: 'New', className: 'r', cell: ({ added }) => added },
        { head: 'Failed checks', className: 'r', cell: ({ failed }) => failed },
      ]}
    />
  );
}
