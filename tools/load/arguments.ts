import { parseArgs } from 'node:util';
import { CommandError, ENVIRONMENT } from '../../apps/cli/src';

export const USAGE = `Usage: npm run load -- [--series 2000] [--points 500] [--batch 1000] [--connections 4] [--keep]

Sends --points values of each of --series metrics, --batch values a request, to a running installation, and reports how
fast they are stored and read. The metrics are those of platforms made for the run, which are removed
at the end unless --keep is given; their stored values expire.

${ENVIRONMENT}`;

export interface LoadPlan {
  series: number;
  points: number;
  batch: number;
  connections: number;
  keep: boolean;
}

/** @throws CommandError */
function getCount(values: Readonly<Record<string, string | boolean>>, name: string, most: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new CommandError(`--${name} must be a whole number from 1 to ${most}.\n\n${USAGE}`);
}

/** @throws CommandError */
export function readArguments(args: string[]): LoadPlan {
  const { values } = parseArgs({
    args,
    options: {
      series: { type: 'string', default: '2000' },
      points: { type: 'string', default: '500' },
      batch: { type: 'string', default: '1000' },
      connections: { type: 'string', default: '4' },
      keep: { type: 'boolean', default: false },
    },
  });
  const count = (name: 'series' | 'points' | 'batch' | 'connections', most: number): number =>
    getCount(values, name, most);
  const plan = {
    series: count('series', 1_000_000),
    points: count('points', 100_000),
    batch: count('batch', 100_000),
    connections: count('connections', 1_000),
    keep: values.keep,
  };
  // All requests are created before the clock starts.
  if (plan.series * plan.points > MAX_POINTS)
    throw new CommandError(`At most ${MAX_POINTS} values can be sent at once.`);
  return plan;
}

const MAX_POINTS = 10_000_000;
