import { parseArgs } from 'node:util';
import { reportAlerts } from './alerts-report';
import { reportConsole } from './console-report';
import { reportCompliance } from './compliance-report';
import { reportDoor } from './door-report';
import { reportFacts } from './facts-report';
import { reportGateway } from './gateway-report';
import { reportGroups } from './groups-report';
import { reportIdentity } from './identity-report';
import { reportInventory } from './inventory-report';
import { reportMetrics } from './metrics-report';
import { reportPromql } from './promql-report';
import { reportPrometheus } from './prometheus-report';
import { reportReports } from './reports-report';
import { reportRest } from './rest-report';
import { reportScale } from './scale-report';
import { reportScans } from './scans-report';
import { build } from '../tools/build';

export const USAGE = `Usage: npm run bench -- [gateway] [compliance] [inventory] [metrics] [scale] [prometheus] [promql] [alerts] [groups] [reports]
       [door] [rest] [identity] [scans] [facts] [console] [--policies N] [--resources N] [--agents N]
       [--seconds N] [--rounds N] [--only PATTERN] [--expressions N] [--seed N]

Without a name everything is measured. The number of policies (1000000), resources (100000) and agents (5000), how
long agents report and processes rest (120 s), how often each request is measured (3), and which, by a pattern of their
names (all). promql compares random expressions (1000), which follow from a seed (1). bench/README.md explains the figures.`;

interface BenchOptions {
  policies: number;
  resources: number;
  agents: number;
  seconds: number;
  rounds: number;
  only: RegExp;
  expressions: number;
  seed: number;
}

const PARTS: Readonly<Record<string, (options: BenchOptions) => Promise<unknown>>> = {
  gateway: reportGateway,
  compliance: reportCompliance,
  inventory: reportInventory,
  metrics: reportMetrics,
  scale: reportScale,
  prometheus: reportPrometheus,
  promql: reportPromql,
  alerts: reportAlerts,
  groups: reportGroups,
  reports: reportReports,
  door: reportDoor,
  rest: reportRest,
  identity: reportIdentity,
  scans: reportScans,
  facts: reportFacts,
  console: reportConsole,
};

/** `npm run bench`: figures as ratios to a limit measured in the same run. */
export async function main(args: string[]): Promise<number> {
  const options = readArguments(args);
  if (!options) {
    console.error(USAGE);
    return 1;
  }
  if (options.parts.some((part) => part !== 'groups')) await build();
  for (const [name, report] of Object.entries(PARTS)) if (options.parts.includes(name)) await report(options);
  return 0;
}

function readArguments(args: string[]): (BenchOptions & { parts: readonly string[] }) | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        policies: { type: 'string', default: '1000000' },
        resources: { type: 'string', default: '100000' },
        agents: { type: 'string', default: '5000' },
        seconds: { type: 'string', default: '120' },
        rounds: { type: 'string', default: '3' },
        only: { type: 'string', default: '.' },
        expressions: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
      },
    });
    const policies = Number(values.policies);
    const resources = Number(values.resources);
    const agents = Number(values.agents);
    const seconds = Number(values.seconds);
    const rounds = Number(values.rounds);
    const expressions = Number(values.expressions);
    const seed = Number(values.seed);
    const isEveryPart = positionals.every((name) => name in PARTS);
    const isEnough =
      policies >= 20_000 &&
      resources >= 10_000 &&
      agents >= 1 &&
      seconds >= 60 &&
      rounds >= 1 &&
      expressions >= 0 &&
      seed >= 0;
    if (!isEveryPart || !isEnough) return undefined;
    const parts = positionals.length === 0 ? Object.keys(PARTS) : positionals;
    return {
      parts,
      policies,
      resources,
      agents,
      seconds,
      rounds,
      only: new RegExp(values.only),
      expressions,
      seed,
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
