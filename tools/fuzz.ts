import fs from 'node:fs';
import { type CampaignReport, FUZZED_SETTINGS, runCampaign } from './fuzz/campaign';
import { formatLine, measureCosts } from './fuzz/costs';
import { type RunningSystem, SERVICE_NAMES, type ServiceName, startSystem } from './system';

const REQUESTS_PER_OPERATION = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const ONLY = process.env['FUZZ_ONLY'] ?? '';

export const USAGE = `Usage: npm run fuzz [-- [--lists | --answers] SERVICE...]

Sends FUZZ_REQUESTS (2,000) generated requests to every operation; FUZZ_SEED repeats a run, FUZZ_ONLY chooses operations.
With --lists, bodies with 10^5 items in each list and nested list, and measures processor time and memory (Linux only).
With --answers, requests for the largest responses and the densest protobuf, as viewer and agent, and measures how long others
wait, too.`;

/** Prints every kind of wrong response with a request that reproduces it, or the most expensive requests. */
export async function main(args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const services = names.length === 0 ? SERVICE_NAMES : SERVICE_NAMES.filter((name) => names.includes(name));
  const system = await startSystem({ env: FUZZED_SETTINGS });
  try {
    if (args.includes('--lists')) return await costs(system, services, 'lists');
    if (args.includes('--answers')) return await costs(system, services, 'answers');
    const report = await runCampaign(system, {
      requestsPerOperation: REQUESTS_PER_OPERATION,
      seed: SEED,
      services,
      only: ONLY,
      report: (line) => console.log(line),
    });
    print(report);
    return report.findings.length === 0 ? 0 : 1;
  } finally {
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  }
}

const WORST = 10;

async function costs(
  system: RunningSystem,
  services: readonly ServiceName[],
  kind: 'answers' | 'lists',
): Promise<number> {
  const rows = await measureCosts(system, {
    kind,
    services,
    only: ONLY,
    seed: SEED,
    report: (line) => console.log(line),
  });
  console.log('\nWorst first:');
  for (const row of rows.slice(0, WORST)) console.log(formatLine(row));
  const findings = rows.filter(({ faults }) => faults.length > 0).length;
  console.log(`${rows.length} requests, ${findings} findings`);
  return findings === 0 ? 0 : 1;
}

function print({ requests, operations, seconds, statuses, services, findings, neverAccepted }: CampaignReport): void {
  for (const { operation, fault, count, example } of findings)
    console.log(`\n${operation}\n  ${fault} (${count} times)\n  ${example}`);
  for (const operation of neverAccepted) console.log(`\nEvery request was refused: ${operation}`);
  const counts = Object.entries(statuses)
    .sort()
    .map(([status, count]) => `${count} x ${status}`);
  console.log('');
  for (const [name, of] of Object.entries(services)) {
    console.log(`${name}: ${of.requests} requests to ${of.operations} operations, ${of.taken} accepted`);
  }
  console.log(
    `${requests} requests to ${operations} operations (seed ${SEED}) in ${seconds.toFixed(0)} s: ${counts.join(', ')}; ${findings.length} distinct faults`,
  );
}
