import fs from 'node:fs';
import { formatLine as lineOfAnswers, measureResponses } from './fuzz/answers';
import { type CampaignReport, FUZZED_SETTINGS, runCampaign } from './fuzz/campaign';
import { MAX_MIB, MAX_SECONDS, formatListLine, measureLists } from './fuzz/lists';
import { type RunningSystem, SERVICE_NAMES, type ServiceName, startSystem } from './system';

const REQUESTS_PER_OPERATION = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const ONLY = process.env['FUZZ_ONLY'] ?? '';

export const USAGE = `Usage: npm run fuzz [-- [--lists | --answers] SERVICE...]

Sends FUZZ_REQUESTS (2,000) generated requests to every operation; FUZZ_SEED repeats a run, FUZZ_ONLY chooses operations.
With --lists, bodies with 10^5 items in each list and nested list, and measures processor time and memory (Linux only).
With --answers, requests for the largest responses and the densest protobuf, as viewer and agent, and measures how long others
wait, too.`;

/**
 * `npm run fuzz [-- SERVICE...]`: sends FUZZ_REQUESTS (2,000) generated requests to every operation of a product of its
 * own, and prints every kind of wrong response with a request that reproduces it. The same FUZZ_SEED sends alike
 * requests; with FUZZ_ONLY only to operations whose method and path hold that text. `npm run fuzz -- --lists
 * [SERVICE...]` sends bodies with long lists instead, and prints what the worst took of the service. `--answers` sends
 * requests for large responses to an installation with much data, and prints what the worst took and how long others
 * waited.
 */
export async function main(args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const services = names.length === 0 ? SERVICE_NAMES : SERVICE_NAMES.filter((name) => names.includes(name));
  const system = await startSystem({ env: FUZZED_SETTINGS });
  try {
    if (args.includes('--lists')) return await lists(system, services);
    if (args.includes('--answers')) return await answers(system, services);
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

async function lists(system: RunningSystem, services: readonly ServiceName[]): Promise<number> {
  const rows = await measureLists(system, { services, only: ONLY, seed: SEED, report: (line) => console.log(line) });
  console.log('\nWorst first:');
  for (const row of rows) console.log(formatListLine(row));
  const faulty = rows.filter(({ faults }) => faults.length > 0);
  for (const { operation, faults } of faulty) console.log(`\n${operation}\n  ${faults.join('\n  ')}`);
  const requests = rows.reduce((sum, row) => sum + row.requests, 0);
  const bounds = `${MAX_SECONDS} s of processor or ${MAX_MIB} MiB`;
  console.log(
    `${requests} requests to ${rows.length} operations; ${faulty.length} took more than ${bounds}, or failed`,
  );
  return faulty.length === 0 ? 0 : 1;
}

const WORST = 10;

async function answers(system: RunningSystem, services: readonly ServiceName[]): Promise<number> {
  const rows = await measureResponses(system, {
    services,
    only: ONLY,
    seed: SEED,
    report: (line) => console.log(line),
  });
  console.log('\nWorst first:');
  for (const row of rows.slice(0, WORST)) console.log(lineOfAnswers(row));
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
