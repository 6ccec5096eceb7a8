import { parseArgs } from 'node:util';
import { reportFleet } from './fleet-report';
import { build } from '../tools/build';
import { dataFolder } from '../tools/workspace';
import { describeFleet } from '../tools/fleet/describe-fleet';
import { Fleet, type FleetPlan } from '../tools/fleet/fleet';
import { CommandError, ENVIRONMENT, runAndExplain, openSession, type Output } from '../apps/cli/src';

export const USAGE = `Usage: npm run fleet -- [--agents 500] [--metrics 50] [--interval 30] [--seconds 120] [--together] [--file-changes N]
       npm run fleet -- --running [--agents 100] [--metrics 50] [--interval 30] [--seconds 120] [--together]
                            [--file-changes N] [--keep]

Simulates the agents of so many machines: they enrol, log in with keys, register and import what they found; then each reports
--metrics values every --interval s, changes of availability every ten minutes and an event every five, waits for work,
synchronises and asks for scans once a minute, and sends the result of a scan every quarter of an hour.

Without --running it starts an installation of its own, two gateways before monitoring and compliance, and prints what an agent
costs, how long requests take, how much the databases grow, and at how many agents the first limit is reached.

With --file-changes each machine watches 200 files, and reports so many changes of them in an hour.

With --together all agents begin at the same moment, and keep each report until the server takes it.

With --running it reports to a running installation, as an account that may import and without results of scans; the machines
are removed at the end unless --keep is given.

${ENVIRONMENT}`;

type FleetOptions = FleetPlan & { running: boolean; keep: boolean };

/** @throws CommandError */
export function readFleetArguments(args: string[]): FleetOptions {
  const { values } = parseArgs({
    args,
    options: {
      agents: { type: 'string' },
      metrics: { type: 'string', default: '50' },
      interval: { type: 'string', default: '30' },
      seconds: { type: 'string', default: '120' },
      running: { type: 'boolean', default: false },
      'file-changes': { type: 'string' },
      keep: { type: 'boolean', default: false },
      together: { type: 'boolean', default: false },
    },
  });
  const count = (
    name: 'agents' | 'metrics' | 'interval' | 'seconds' | 'file-changes',
    text: string,
    most: number,
  ): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new CommandError(`--${name} must be a whole number from 1 to ${most}.\n\n${USAGE}`);
  };
  const { running, keep, together, 'file-changes': changes } = values;
  return {
    agents: count('agents', values.agents ?? (running ? '100' : '500'), 20_000),
    metrics: count('metrics', values.metrics, 1_000),
    interval: count('interval', values.interval, 3_600),
    seconds: count('seconds', values.seconds, 86_400),
    ...(changes !== undefined && { fileChanges: count('file-changes', changes, 3_600) }),
    running,
    keep,
    together,
  };
}

/** `npm run fleet`: measures what agents cost, and how many are possible. */
export function main(args: string[], output: Output = process.stdout): Promise<number> {
  return runAndExplain(USAGE, async () => {
    const options = readFleetArguments(args);
    if (options.running) return runAgainst(options, (line) => void output.write(`${line}\n`));
    await build();
    return (await reportFleet(options)) === 0 ? 0 : 1;
  });
}

async function runAgainst(options: FleetOptions, say: (line: string) => void): Promise<number> {
  const fleet = new Fleet({ administrator: openSession({ ...process.env, DATA_DIR: dataFolder() }) }, options);
  try {
    await fleet.make();
    say(`${options.agents} machines with ${options.agents * options.metrics} metrics imported`);
    const figures = await fleet.run();
    for (const [figure, value] of describeFleet(figures)) say(`${figure}: ${value}`);
    const { due, stored } = figures.reports;
    return (options.together ? stored === due : Object.keys(figures.refused).length === 0) ? 0 : 1;
  } finally {
    if (!options.keep) {
      await fleet.remove();
      say(
        'The machines have been removed from the inventory; their agents count as silent until their names are reused.',
      );
    }
  }
}
