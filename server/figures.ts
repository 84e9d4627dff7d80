/** Metrics of one process or of several together, in Prometheus' format. */

type Kind = 'counter' | 'gauge' | 'histogram';

/** Samples are distinguished by their labels, the text between the braces; '' for none. */
export type Figure = {
  name: string;
  kind: Kind;
  help: string;
  samples: Record<string, number>;
  /** How several processes are combined: the sum by default. */
  together?: 'most' | 'least';
};

type Value = number | Iterable<readonly [labels: string, value: number]>;

export function counter(name: string, help: string, value: Value): Figure {
  return { name, kind: 'counter', help, samples: samplesOf(value) };
}

export function gauge(name: string, help: string, value: Value, together?: Figure['together']): Figure {
  return { name, kind: 'gauge', help, samples: samplesOf(value), ...(together ? { together } : {}) };
}

function samplesOf(value: Value): Record<string, number> {
  return typeof value === 'number' ? { '': value } : Object.fromEntries(value);
}

/** The metrics of several processes combined. */
export function addFigures(...processes: readonly (readonly Figure[])[]): Figure[] {
  const sums = new Map<string, Figure>();
  for (const figure of processes.flat()) {
    const sum = sums.get(figure.name);
    if (sum) addTo(sum.samples, figure);
    else sums.set(figure.name, { ...figure, samples: { ...figure.samples } });
  }
  return [...sums.values()];
}

function addTo(samples: Record<string, number>, { samples: more, together }: Figure): void {
  for (const [labels, value] of Object.entries(more)) {
    const before = samples[labels];
    if (before === undefined) samples[labels] = value;
    else if (together === 'most') samples[labels] = Math.max(before, value);
    else if (together === 'least') samples[labels] = Math.min(before, value);
    else samples[labels] = before + value;
  }
}

/** What remains of a process that has ended: a decreasing counter would look like a restart of the whole site. */
export function countersOf(figures: readonly Figure[]): Figure[] {
  return figures.filter(({ kind }) => kind !== 'gauge');
}

/** As text in version 0.0.4 of Prometheus' format. */
export function formatFigures(figures: readonly Figure[]): string {
  return figures.map(formatFigure).join('');
}

function formatFigure({ name, kind, help, samples }: Figure): string {
  const lines = Object.entries(samples).map(
    ([labels, value]) =>
      `${kind === 'histogram' ? histogramLine(name, labels) : bracedName(name, labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join('')}`;
}

function bracedName(name: string, labels: string): string {
  return labels ? `${name}{${labels}}` : name;
}

/** A histogram's samples have their suffix before their labels: `_bucket:class="page",le="0.1"`. */
function histogramLine(name: string, sample: string): string {
  const colon = sample.indexOf(':');
  return bracedName(name + sample.slice(0, colon), sample.slice(colon + 1));
}

const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Series = { counts: number[]; sum: number };

/** Durations in seconds, by class. */
export class Durations {
  readonly #name: string;
  readonly #help: string;
  readonly #series = new Map<string, Series>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  /** `seconds` of one more in the class. */
  note(kind: string, seconds: number): void {
    let series = this.#series.get(kind);
    if (!series) {
      series = { counts: new Array(BOUNDS.length + 1).fill(0), sum: 0 };
      this.#series.set(kind, series);
    }
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at++;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += seconds;
  }

  figure(): Figure {
    const samples: Record<string, number> = {};
    for (const [kind, { counts, sum }] of this.#series) {
      let total = 0;
      for (const [index, count] of counts.entries()) {
        total += count;
        samples[`_bucket:class="${kind}",le="${BOUNDS[index] ?? '+Inf'}"`] = total;
      }
      samples[`_sum:class="${kind}"`] = sum;
      samples[`_count:class="${kind}"`] = total;
    }
    return { name: this.#name, kind: 'histogram', help: this.#help, samples };
  }
}
