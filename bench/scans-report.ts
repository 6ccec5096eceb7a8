import http from 'node:http';
import { MIGRATIONS } from '../apps/compliance/src/data-source';
import { findFreePort } from '@wardstone/host';
import { quantile } from '../tools/load/generate-load';
import { Admission, makeAgents, toOwner, startGateways } from './bench-agents';
import { type Bench, createDatabase, fetchToken, query, withBench } from './bench-server';
import { cpuMicros, measureGrowth, type Listener, residentMiB, measureSeconds } from './measuring';
import { serverCpuMs } from './monitoring-database';
import { interleaved } from './sample';
import { fillScans, POLICIES, type ScanIds, SYSTEMS } from './scans-data';
import { ScanLoad, type Traffic } from './scans-load';
import { judge, loadAverage, roundFigure, printFigure } from './table';

/** Number of agents with twenty systems each; they poll as often as one for each system would. */
const AGENTS = 250;
const RESULTS_A_DAY = SYSTEMS * POLICIES;
/** All results within an hour; each agent polls for scans once a minute; four pages, and three over all results, are read. */
const PER_SECOND = { result: RESULTS_A_DAY / 3600, poll: SYSTEMS / 60, read: 1, heavyRead: 0.1 };
const WARM_UP_SECONDS = 10;
const BURST = { results: 100, atOnce: 16 };
/** Results of each kind, sent in turns. */
const IN_TURNS = 60;
const BASE = '/api/compliance/v2';
const FORMATS = ['csv', 'html', 'sarif', 'oscal.json', 'pdf'];
const GROWING = ['test_result', 'rule_outcome', 'result_day', 'report_day'];
const MIB = 1024 * 1024;
const GOAL = { trend: 2, evidenceMiB: 100, failed: 0, cores: 1, p99Ms: 1_000, growth: 1.3, importTime: 1.1 };

interface Installation {
  bench: Bench;
  adminUrl: string;
  compliance: Listener;
  gateways: readonly Listener[];
  ids: ScanIds;
  headers: Record<string, string>;
  load: ScanLoad;
}

/** `npm run bench -- scans`: cost of 5,000 systems whose agents scan. Returns the number of missed goals. */
export async function reportScans({ seconds, rounds }: { seconds: number; rounds: number }): Promise<number> {
  // As in production: old versions of rows are removed while others are written.
  return withBench(
    async (bench) => {
      const installation = await install(bench);
      const { load } = installation;
      console.log(
        `\n${SYSTEMS} systems, ${POLICIES} policies of 300 rules, results of ${Math.round(load.resultBytes / 1000)} kB, ` +
          `for ${seconds} s; ${loadAverage()}\n`,
      );
      try {
        const missed =
          Number(
            judge({
              figure: 'database with undecided results / without',
              value: installation.ids.growth,
              goal: { atMost: GOAL.growth },
            }),
          ) +
          (await reportPace(installation, seconds)) +
          (await reportBurst(installation)) +
          (await reportUndecided(installation));
        return missed + (await reportTrends(installation, rounds)) + (await reportEvidence(installation));
      } finally {
        load.close();
      }
    },
    { autovacuum_naptime: '30s' },
  );
}

async function install(bench: Bench): Promise<Installation> {
  const gatewayPort = await findFreePort();
  const { url, adminUrl } = await createDatabase(bench.server, 'scans', MIGRATIONS);
  const compliance = await bench.start(['dist/compliance/main.js'], {
    DATABASE_URL: url,
    GATEWAY_JWKS_URL: `http://127.0.0.1:${gatewayPort}/auth/jwks.json`,
  });
  const settings = { COMPLIANCE_URL: `http://127.0.0.1:${compliance.port}` };
  const gateways = await startGateways(bench, settings, gatewayPort);
  const agents = makeAgents(Array.from({ length: AGENTS }, (_none, n) => `bench-${n}`));
  const admission = new Admission(gateways);
  await admission.enrol(agents);
  await admission.logIn(agents);
  const startedAt = performance.now();
  const ids = await fillScans(adminUrl, agents.map(toOwner));
  printFigure('filled in', `${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const headers = await fetchToken(gatewayPort);
  const load = new ScanLoad(gateways, agents, ids, headers);
  return { bench, adminUrl, compliance, gateways, ids, headers, load };
}

/** Results, polls and reads at their rates: their cost, their duration, and what stays. */
async function reportPace(installation: Installation, seconds: number): Promise<number> {
  const { adminUrl, compliance, load, ids } = installation;
  const [policy] = ids.policies as [string];
  const report = `/reports/${policy}`;
  const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const newest = await query<{ id: string }>(
    adminUrl,
    'SELECT t.id FROM test_result t WHERE t.report_id = $1 AND t.is_newest ORDER BY t.id LIMIT 1',
    [policy],
  );
  const result = newest[0]!.id;
  const pages = {
    reports: '/reports',
    'systems of a report': `${report}/test_results?sort_by=score`,
    'a result': `${report}/test_results/${result}/rule_results`,
    'trend of a year': `${report}/trend?from=${yearAgo}`,
    'frameworks of a policy': `${report}/controls/frameworks`,
    'controls of a policy': `${report}/controls`,
    'frameworks of all policies': '/controls/frameworks',
  };
  const kinds = {
    result: [PER_SECOND.result, () => load.result()],
    'poll for scans': [PER_SECOND.poll, () => load.poll()],
    ...Object.fromEntries(
      Object.entries(pages).map(([name, path]) => {
        const rate = path.includes('/controls') ? PER_SECOND.heavyRead : PER_SECOND.read;
        return [name, [rate, () => load.read(path)]] as const;
      }),
    ),
  } as Parameters<ScanLoad['keepPace']>[0];
  await load.keepPace(kinds, WARM_UP_SECONDS);
  const resident: number[] = [];
  const timer = setInterval(() => resident.push(residentMiB(compliance.process.pid!) ?? NaN), 500);
  const sizes = await getSizes(adminUrl);
  const before = measureUse(installation);
  const traffic = await load.keepPace(kinds, seconds);
  const after = measureUse(installation);
  clearInterval(timer);
  const took = (after.ms - before.ms) / 1000;
  const getCores = (part: 'compliance' | 'gateways' | 'database'): number => (after[part] - before[part]) / 1e6 / took;
  const count = traffic.latencies.get('result')!.length;
  printFigure('results, polls a second', `${roundFigure(count / took)}, ${roundFigure(PER_SECOND.poll)}`);
  const missed = (['compliance', 'gateways', 'database'] as const).map((part) =>
    judge({ figure: `${part}: share of a core`, value: getCores(part), goal: { atMost: GOAL.cores } }),
  );
  printFigure(
    'compliance: resident memory, median and most',
    `${[...resident].sort((a, b) => a - b)[resident.length >> 1]!.toFixed(0)}, ${Math.max(...resident).toFixed(0)} MiB`,
  );
  for (const [kind, latencies] of traffic.latencies) {
    printFigure(`${kind}: p50, p99`, `${[0.5, 0.99].map((q) => roundFigure(quantile(latencies, q))).join(', ')} ms`);
  }
  const ofFrameworks = ['frameworks of a policy', 'controls of a policy', 'frameworks of all policies']
    .flatMap((name) => traffic.latencies.get(name)!)
    .sort((a, b) => a - b);
  printFigure('pages of frameworks, p99 together', `${roundFigure(quantile(ofFrameworks, 0.99))} ms`);
  const reads = Object.keys(pages)
    .flatMap((name) => traffic.latencies.get(name)!)
    .sort((a, b) => a - b);
  missed.push(
    judge({ figure: 'reads meanwhile, p99', value: quantile(reads, 0.99), unit: ' ms', goal: { atMost: GOAL.p99Ms } }),
  );
  missed.push(judgeFailed(traffic));
  await tellGrowth(adminUrl, sizes, count);
  return missed.filter(Boolean).length;
}

/** Processor time so far, in microseconds. */
function measureUse({ bench, compliance, gateways }: Installation) {
  const of = ({ process: { pid } }: Listener): number => cpuMicros(pid) ?? NaN;
  return {
    ms: performance.now(),
    compliance: of(compliance),
    gateways: gateways.map(of).reduce((sum, one) => sum + one, 0),
    database: (serverCpuMs(bench.server) ?? NaN) * 1000,
  };
}

function judgeFailed({ failed }: Traffic): boolean {
  for (const [what, times] of Object.entries(failed)) printFigure(`  ${what}`, String(times));
  const value = Object.values(failed).reduce((sum, times) => sum + times, 0);
  return judge({ figure: 'responses other than success', value, goal: { atMost: GOAL.failed } });
}

interface Size {
  name: string;
  bytes: number;
  rows: number;
}

async function getSizes(url: string): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const name of GROWING) {
    const [row] = await query<{ bytes: string; rows: string }>(
      url,
      `SELECT pg_total_relation_size('${name}') AS bytes, count(*) AS rows FROM ${name}`,
    );
    sizes.push({ name, bytes: Number(row!.bytes), rows: Number(row!.rows) });
  }
  return sizes;
}

/**
 * Prints the size of the tables for each result. Pages are not full soon after indexes were created: both sizes are
 * printed.
 */
async function tellGrowth(url: string, before: readonly Size[], results: number): Promise<void> {
  const after = await getSizes(url);
  const toBytes = (names: readonly string[]): number =>
    before.filter(({ name }) => names.includes(name)).reduce((sum, { bytes, rows }) => sum + bytes / rows, 0);
  // Four rows of outcomes a result.
  const kept = toBytes(['test_result']) + 4 * toBytes(['rule_outcome']);
  const days = toBytes(['result_day']);
  const grown = after.reduce((sum, { bytes }, n) => sum + bytes - before[n]!.bytes, 0) / results;
  printFigure('a result; with its day, for two years', `${roundFigure(kept)} B; ${roundFigure(days)} B`);
  printFigure('tables grew by, a result', `${roundFigure(grown)} B`);
  printFigure(`a day of ${RESULTS_A_DAY} results`, `${roundFigure(((kept + days) * RESULTS_A_DAY) / MIB)} MiB`);
  const whole = (kept * 400 + days * 731) * RESULTS_A_DAY;
  printFigure('400 days of results and two years of days', `${roundFigure(whole / MIB / 1024)} GiB`);
}

async function reportBurst({ load }: Installation): Promise<number> {
  const startedAt = performance.now();
  const traffic = await load.burst(BURST.results, BURST.atOnce);
  const seconds = (performance.now() - startedAt) / 1000;
  printFigure(`${BURST.atOnce} results at once, results a second`, roundFigure(BURST.results / seconds));
  return Number(judgeFailed(traffic));
}

/** Results whose undecided rules are kept, against results in which only their number is, as before they were kept. */
async function reportUndecided({ load }: Installation): Promise<number> {
  const traffic = await load.sendInTurns(IN_TURNS);
  const [whole, decided] = ['whole', 'decided'].map((kind) => quantile(traffic.latencies.get(kind)!, 0.5));
  printFigure(
    'a result alone, with undecided rules and without: p50',
    `${roundFigure(whole!)}, ${roundFigure(decided!)} ms`,
  );
  const isMissed = judge({
    figure: 'import with undecided rules / without',
    value: whole! / decided!,
    goal: { atMost: GOAL.importTime },
  });
  return Number(isMissed) + Number(judgeFailed(traffic));
}

/** Two years of 5,000 systems, against the SQL of one. */
async function reportTrends(
  { compliance, gateways, headers, ids, adminUrl }: Installation,
  rounds: number,
): Promise<number> {
  const from = new Date(Date.now() - 729 * 86_400_000).toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const [policy, system] = [ids.policies[0]!, ids.systems[0]!];
  const target = { ...compliance, port: gateways[0]!.port, headers };
  const runs = [
    `/reports/${policy}/trend?from=${from}`,
    `/reports/${policy}/trend?from=${from}&to=${yesterday}`,
    `/reports/${policy}/systems/${system}/trend?from=${from}`,
    `/reports/${policy}/changes?from=${from}`,
  ].map((path) => ({ target, path: BASE + path }));
  const [whole, past, one, changes] = await interleaved(runs, { rounds, warmUpSeconds: 0.5, seconds: 1 });
  const sql = await query<{ ms: string }>(
    adminUrl,
    `SELECT count(*) AS ms FROM result_day d WHERE d.report_id = $1 AND d.system_id = $2`,
    [policy, system],
  );
  printFigure('days of one system', sql[0]!.ms);
  const shown = [whole, past, one, changes].map((figures) => roundFigure(figures!.p50Alone));
  printFigure('trend of all systems, until yesterday, of one, changes: p50', `${shown.join(', ')} ms`);
  return Number(
    judge({
      figure: 'trend of all systems / of one',
      value: whole!.p50Alone / one!.p50Alone,
      goal: { atMost: GOAL.trend },
    }),
  );
}

async function reportEvidence({ compliance, gateways, headers, ids }: Installation): Promise<number> {
  let missed = 0;
  for (const format of FORMATS) {
    let bytes = 0;
    let seconds = 0;
    const meanwhile: number[] = [];
    const growth = await measureGrowth(compliance.process.pid!, async () => {
      seconds = await measureSeconds(async () => {
        const file = download(gateways[0]!.port, `${BASE}/reports/${ids.policies[0]!}/evidence.${format}`, headers);
        let isUnderway = true;
        void file.finally(() => (isUnderway = false)).catch(() => undefined);
        while (isUnderway) {
          const small = download(gateways[1]!.port, `${BASE}/policies?limit=1`, headers);
          meanwhile.push(1000 * (await measureSeconds(() => small)));
        }
        bytes = await file;
      });
    });
    printFigure(`evidence.${format}`, `${roundFigure(bytes / MIB)} MiB in ${roundFigure(seconds)} s`);
    meanwhile.sort((a, b) => a - b);
    printFigure(
      '  a small page meanwhile: p50, p99',
      `${[0.5, 0.99].map((q) => roundFigure(quantile(meanwhile, q))).join(', ')} ms`,
    );
    const figure = '  growth of memory';
    missed += Number(judge({ figure, value: growth, unit: ' MiB', goal: { atMost: GOAL.evidenceMiB } }));
  }
  return missed;
}

/** Bytes of a response that nobody keeps. */
function download(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, headers }, (response) => {
      let bytes = 0;
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}
