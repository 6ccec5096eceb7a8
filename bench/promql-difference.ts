interface Histogram {
  count: string;
  sum: string;
  buckets?: [kind: number, lower: string, upper: string, count: string][];
}

type Point = [time: number, value: string | Histogram];

interface Result {
  metric: Record<string, string>;
  value?: Point;
  values?: Point[];
  histogram?: Point;
  histograms?: Point[];
}

interface Success {
  status: 'success';
  data: { resultType: string; result: Result[] | Point };
  warnings?: string[];
  infos?: string[];
}

interface Failure {
  status: 'error';
  errorType: string;
  error: string;
}

/** A response of the HTTP API of Prometheus. */
export type PromqlResponse = Success | Failure;

/** Numbers of both sides are computed by other programs: the last digits of sums, powers and sines differ. */
const TOLERANCE = 1e-9;

/**
 * Difference of our response from that of Prometheus; undefined if they are equal. Equal values may be in any order.
 */
export function findDifference(ours: PromqlResponse, theirs: PromqlResponse): string | undefined {
  if (ours.status !== 'success' || theirs.status !== 'success') {
    const [a, b] = [ours, theirs].map((one) =>
      one.status === 'error' ? `${one.errorType}: ${one.error}` : 'a result',
    );
    const types = [ours, theirs].map((one) => (one.status === 'error' ? one.errorType : one.status));
    return types[0] === types[1] ? undefined : `ours ${a}, theirs ${b}`;
  }
  if (ours.data.resultType !== theirs.data.resultType)
    return `ours a ${ours.data.resultType}, theirs a ${theirs.data.resultType}`;
  const values = differenceOfValues(ours.data, theirs.data);
  if (values !== undefined) return values;
  for (const kind of ['warnings', 'infos'] as const) {
    const [a, b] = [ours[kind] ?? [], theirs[kind] ?? []].map((notes) => notes.map(uncounted).sort());
    if (JSON.stringify(a) !== JSON.stringify(b))
      return `${kind}: ours ${JSON.stringify(a)}, theirs ${JSON.stringify(b)}`;
  }
  return undefined;
}

function differenceOfValues(ours: Success['data'], theirs: Success['data']): string | undefined {
  const [a, b] = [toPoints(ours), toPoints(theirs)];
  const only = (some: Map<string, Point[]>, others: Map<string, Point[]>): string[] =>
    [...some.keys()].filter((key) => !others.has(key));
  const [onlyOurs, onlyTheirs] = [only(a, b), only(b, a)];
  if (onlyOurs.length > 0) return `only ours has ${onlyOurs.length}: ${onlyOurs.slice(0, 2).join(' ')}`;
  if (onlyTheirs.length > 0) return `only theirs has ${onlyTheirs.length}: ${onlyTheirs.slice(0, 2).join(' ')}`;
  for (const [key, points] of a) {
    const others = b.get(key)!;
    const index = points.findIndex((point, i) => !isSame(point, others[i]));
    if (index >= 0 || points.length !== others.length) {
      const at = index >= 0 ? index : points.length;
      return `${key}: ours ${JSON.stringify(points[at])}, theirs ${JSON.stringify(others[at])}`;
    }
  }
  return undefined;
}

function toPoints({ resultType, result }: Success['data']): Map<string, Point[]> {
  if (resultType === 'scalar' || resultType === 'string') return new Map([['', [result as Point]]]);
  return new Map(
    (result as Result[]).map(({ metric, value, values = [], histogram, histograms = [] }) => [
      JSON.stringify(Object.entries(metric).sort(([a], [b]) => (a < b ? -1 : 1))),
      [...values, ...histograms, ...[value, histogram].filter((one) => one !== undefined)],
    ]),
  );
}

function isSame([time, value]: Point, other: Point | undefined): boolean {
  if (time !== other?.[0]) return false;
  const [a, b] = [toNumbers(value), toNumbers(other[1])];
  return a.length === b.length && a.every((text, i) => isSameNumber(text, b[i]!));
}

/** A value, or all numbers of a histogram. */
function toNumbers(value: string | Histogram): string[] {
  if (typeof value === 'string') return [value];
  return [value.count, value.sum, ...(value.buckets ?? []).flatMap(([kind, ...rest]) => [String(kind), ...rest])];
}

function isSameNumber(text: string, other: string): boolean {
  if (text === other) return true;
  const [a, b] = [parseNumber(text), parseNumber(other)];
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function parseNumber(text: string): number {
  return Number(text.replace('Inf', 'Infinity'));
}

/** Prometheus counts samples that it merges over several steps more than once. */
function uncounted(note: string): string {
  return note.replace(/over \d+ samples/, 'over … samples');
}
