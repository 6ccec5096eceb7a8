import { quantile } from '../load/generate-load';
import { type FleetFigures, KINDS } from './fleet';

/** A line for each kind of request, and one for refused requests. */
export function describeFleet({
  latencies,
  refused,
  values,
  pages,
  reports: { due, stored, late },
}: FleetFigures): [figure: string, value: string][] {
  const ms = (duration: number): string => `${duration.toFixed(duration < 10 ? 1 : 0)} ms`;
  const describe = (what: string, sorted: readonly number[]): [string, string] => {
    const [p50, p99] = [0.5, 0.99].map((q) => ms(quantile(sorted, q)));
    return [`${what}; half within, 99 % within`, `${sorted.length}; ${p50}, ${p99}`];
  };
  const kinds = KINDS.filter((kind) => latencies[kind].length > 0).map((kind) =>
    describe(`${kind}: requests`, latencies[kind]),
  );
  if (pages.length > 0) kinds.push(describe('pages of a person', pages));
  const statuses = Object.entries(refused).map(([what, count]) => `${count} x ${what}`);
  const kept: [string, string][] =
    due === 0 ? [] : [['reports due; stored, late, lost', `${due}; ${stored}, ${late}, ${due - stored}`]];
  return [...kinds, ...kept, ['values stored', String(values)], ['refused', statuses.join(', ') || 'none']];
}
