import { goText } from './number-text';
import type { Notes } from './response-text';

/** Histogram buckets that had fewer observations than smaller buckets at a step. */
export interface ForcedBuckets {
  readonly timeMs: number;
  readonly least: number;
  readonly most: number;
  readonly difference: number;
}

interface Forced {
  text: string;
  place: string;
  least: number;
  most: number;
  difference: number;
  first: number;
  last: number;
  count: number;
}

const FORCED =
  'input to histogram_quantile needed to be fixed for monotonicity ' +
  '(see https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile)';

/** Annotations of a query, as in Prometheus; duplicates keep the last position. */
export class Annotations {
  private readonly known = new Map<string, string>();
  private forced?: Forced;

  constructor(private readonly notes: Notes = { warnings: new Set(), infos: new Set() }) {}

  warn(text: string, place: string): void {
    this.add(this.notes.warnings, `PromQL warning: ${text}`, place);
  }

  inform(text: string, place: string): void {
    this.add(this.notes.infos, `PromQL info: ${text}`, place);
  }

  requireQuantile(q: number, place: string): void {
    if (q >= 0 && q <= 1) return;
    this.warn(`quantile value should be between 0 and 1, got ${goText(q)}`, place);
  }

  requireRatio(ratio: number, place: string): void {
    if (!(Math.abs(ratio) > 1)) return;
    const capped = `got ${goText(ratio)}, capping to ${Math.sign(ratio)}`;
    this.warn(`ratio value should be between -1 and 1, ${capped}`, place);
  }

  /** Combines all annotations of a query into one, with the position of the first. */
  informOfForced({ timeMs, least, most, difference }: ForcedBuckets, place: string): void {
    const known = this.forced;
    const forced = {
      place: known?.place ?? place,
      least: Math.min(least, known?.least ?? Infinity),
      most: Math.max(most, known?.most ?? -Infinity),
      difference: Math.max(difference, known?.difference ?? 0),
      first: Math.min(timeMs, known?.first ?? Infinity),
      last: Math.max(timeMs, known?.last ?? -Infinity),
      count: (known?.count ?? 0) + 1,
    };
    const samples = `over ${forced.count} samples from ${secondsText(forced.first)} to ${secondsText(forced.last)}`;
    const buckets = `from buckets ${goText(forced.least)} to ${goText(forced.most)}`;
    const rounded = goText(Number(forced.difference.toPrecision(2)), 2);
    const text = `PromQL info: ${FORCED}, ${buckets}, with a max diff of ${rounded}, ${samples} (${forced.place})`;
    if (known) this.notes.infos.delete(known.text);
    this.notes.infos.add(text);
    this.forced = { ...forced, text };
  }

  private add(notes: Set<string>, text: string, place: string): void {
    const before = this.known.get(text);
    if (before === place) return;
    if (before !== undefined) notes.delete(`${text} (${before})`);
    notes.add(`${text} (${place})`);
    this.known.set(text, place);
  }
}

function secondsText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
