import { parseArgs } from 'node:util';
import { ENVIRONMENT } from '../uploads/session';
import { UploadError } from '../uploads/upload-error';

export const USAGE = `Usage: npm run load -- [--series 2000] [--points 500] [--batch 1000] [--connections 4] [--keep]

Sends --points values of each of --series metrics, --batch values a request, to a running installation, and tells how
fast they were stored and how fast they are read. The metrics are those of platforms made for the run, which are removed
at the end unless --keep is given; what was stored for them goes by its age.

${ENVIRONMENT}`;

export interface LoadPlan {
  series: number;
  points: number;
  batch: number;
  connections: number;
  keep: boolean;
}

/** @throws UploadError */
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
  const count = (name: 'series' | 'points' | 'batch' | 'connections', most: number): number => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new UploadError(`--${name} must be a whole number from 1 to ${most}.\n\n${USAGE}`);
  };
  const plan = {
    series: count('series', 1_000_000),
    points: count('points', 100_000),
    batch: count('batch', 100_000),
    connections: count('connections', 1_000),
    keep: values.keep,
  };
  // All requests are made before the clock starts.
  if (plan.series * plan.points > MOST_POINTS)
    throw new UploadError(`At most ${MOST_POINTS} values can be sent at once.`);
  return plan;
}

const MOST_POINTS = 10_000_000;
