import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  aFirstMessage,
  FIRST_HEADERS,
  packed,
  type SentSeries,
} from '../libs/series-formats/test/write-request.builder';
import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { cpuOfBoth } from './alerts-latency';
import { type Bench, callerOn, createDatabase, plainIdentity, query, withBench } from './bench-server';
import { cpuMicros } from './measuring';
import { startReceivingPrometheus } from './prometheus-peer';
import type { Target } from './sample';
import { judge, loadAverage, roundFigure, printFigure } from './table';

const RULES = [1_000, 10_000];
const TARGETS = 200;
const METRICS = 5;
const INTERVAL_S = 60;
const ROUNDS = 2;
/** Beside Prometheus, where all series change between two rounds. */
const GOAL = 1.5;
const GROUP_RULES = 100;

/** Rules on the same received series here and in Prometheus, each once a minute. Returns how many goals were missed. */
export async function reportExpressions(only: RegExp): Promise<number> {
  let missed = 0;
  for (const rules of RULES)
    if (only.test(`${rules} expressions`)) missed += await withBench((bench) => compare(bench, rules));
  return missed;
}

async function compare(bench: Bench, rules: number): Promise<number> {
  const { url } = await createDatabase(bench.server, 'expressions', MIGRATIONS);
  const { settings, headers } = plainIdentity('default');
  const env = { DATABASE_URL: url, ...settings, SAMPLE_INVENTORY: 'false', ALERT_EXPRESSIONS: '100000' };
  const service: Target = { ...(await bench.start(['dist/monitoring/main.js'], env)), headers };
  const rulesFile = path.join(bench.folder, 'rules.yml');
  fs.writeFileSync(rulesFile, '');
  const peer = await startReceivingPrometheus(bench, { rulesFile });
  const sending = new AbortController();
  const sent = send(service, peer, sending.signal);
  try {
    await waitFor(
      async () => (await query(url, `SELECT 1 FROM received_series OFFSET ${TARGETS * METRICS - 1}`)).length > 0,
    );
    const idle = await measured(bench, url, service, peer, INTERVAL_S);
    await define(service, url, rules);
    if (peer) {
      fs.writeFileSync(rulesFile, ruleFile(rules));
      peer.process.kill('SIGHUP');
    }
    await waitFor(async () => (await evaluatedWithin(url, 3_600)) === rules, 10 * INTERVAL_S);
    const busy = await measured(bench, url, service, peer, ROUNDS * INTERVAL_S);
    return report(rules, { idle, busy, late: rules - (await evaluatedWithin(url, 2 * INTERVAL_S)) });
  } finally {
    sending.abort();
    await sent;
  }
}

interface Costs {
  readonly service: number;
  readonly database: number;
  readonly peer: number | undefined;
  /** Number of database transactions. */
  readonly transactions: number;
  readonly seconds: number;
}

function report(rules: number, { idle, busy, late }: { idle: Costs; busy: Costs; late: number }): number {
  const evaluations = (rules * busy.seconds) / INTERVAL_S;
  const perRule = (of: (costs: Costs) => number): number =>
    (of(busy) - (of(idle) * busy.seconds) / idle.seconds) / evaluations;
  const [service, database] = [perRule((costs) => costs.service), perRule((costs) => costs.database)];
  console.log(
    `\n${rules} rules on ${TARGETS * METRICS} series, once in ${INTERVAL_S} s, ${ROUNDS} rounds; ${loadAverage()}\n`,
  );
  printFigure('processor time of a rule and round', `${roundFigure(service + database)} us`);
  printFigure('  service, database', `${roundFigure(service)}, ${roundFigure(database)} us`);
  printFigure('transactions of a rule and round', roundFigure(perRule((costs) => costs.transactions)));
  printFigure('rules whose last evaluation is older than two rounds', String(late));
  if (busy.peer === undefined || idle.peer === undefined) return 0;
  const peer = perRule((costs) => costs.peer!);
  printFigure('the same by Prometheus', `${roundFigure(peer)} us`);
  return Number(
    judge({ figure: 'a rule / by Prometheus', value: (service + database) / peer, goal: { atMost: GOAL } }),
  );
}

async function measured(
  bench: Bench,
  url: string,
  service: Target,
  peer: Target | undefined,
  seconds: number,
): Promise<Costs> {
  const read = async () => ({
    ...cpuOfBoth(bench.server, service)!,
    peer: peer && cpuMicros(peer.process.pid),
    transactions: await committed(url),
  });
  const before = await read();
  await setTimeout(seconds * 1000);
  const after = await read();
  return {
    service: after.service - before.service,
    database: after.database - before.database,
    peer: after.peer === undefined || before.peer === undefined ? undefined : after.peer - before.peer,
    transactions: after.transactions - before.transactions,
    seconds,
  };
}

async function committed(url: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    url,
    `SELECT xact_commit::float8 AS count FROM pg_stat_database WHERE datname = current_database()`,
  );
  return row!.count;
}

/** Number of definitions that were evaluated within these seconds. */
async function evaluatedWithin(url: string, seconds: number): Promise<number> {
  const since = Date.now() - seconds * 1000;
  const [row] = await query<{ count: number }>(
    url,
    `SELECT count(*)::integer AS count FROM alert_evaluation WHERE health = 'OK' AND last_ms >= $1`,
    [since],
  );
  return row!.count;
}

/** All series, every 15 s. */
async function send(service: Target, peer: Target | undefined, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    const body = new Uint8Array(packed(aFirstMessage([...seriesAt(Date.now(), turn)])));
    await callerOn(service).ask('POST', '/prometheus/api/v1/write', body, FIRST_HEADERS);
    if (peer) await callerOn(peer).ask('POST', '/api/v1/write', body, FIRST_HEADERS);
    await setTimeout(15_000, undefined, { signal }).catch(() => undefined);
  }
}

function* seriesAt(time: number, turn: number): Generator<SentSeries> {
  for (let target = 0; target < TARGETS; target++) {
    for (let metric = 0; metric < METRICS; metric++) {
      const labels = { __name__: `requests_${metric}_total`, job: 'api', instance: `host-${target}:80` };
      yield { labels, samples: [[time, turn * (target + 1)]] };
    }
  }
}

/** Rates and comparisons of one host or of all. */
function expression(at: number): string {
  const metric = `requests_${at % METRICS}_total`;
  const host = `${metric}{instance="host-${at % TARGETS}:80"}`;
  return at % 10 === 0 ? `sum by (job) (rate(${metric}[5m])) > 1e9` : `rate(${host}[5m]) > 1e9`;
}

function ruleFile(rules: number): string {
  const groups = Array.from({ length: Math.ceil(rules / GROUP_RULES) }, (_, group) => ({
    name: `g${group}`,
    interval: `${INTERVAL_S}s`,
    rules: Array.from({ length: Math.min(GROUP_RULES, rules - group * GROUP_RULES) }, (__, at) => ({
      alert: `rule ${group * GROUP_RULES + at}`,
      expr: expression(group * GROUP_RULES + at),
    })),
  }));
  return JSON.stringify({ groups });
}

/** The first one by the interface, which makes its author known; the others are copies with other expressions. */
async function define(service: Target, url: string, rules: number): Promise<void> {
  const caller = callerOn(service);
  const { resourceId } = await caller.call<{ resourceId: number }>('PUT', '/rest/alert/installation');
  await caller.call('POST', `/rest/alert/definitions?resourceId=${resourceId}`, {
    name: 'rule 0',
    enabled: true,
    conditions: [{ category: 'EXPRESSION', option: expression(0) }],
  });
  await query(
    url,
    `WITH made AS (
       INSERT INTO alert_definition (resource_id, name, is_enabled, priority, recovery_id, condition_mode, dampening_category,
                                     dampening_count, dampening_period)
       SELECT d.resource_id, 'rule ' || n, true, 'LOW', 0, 'ANY', 'NONE', 0, 0
         FROM alert_definition d, generate_series(1, cardinality($1::text[])) AS n WHERE d.name = 'rule 0'
       RETURNING id, name)
     INSERT INTO alert_condition (alert_definition_id, category, name, option, author_login, author_subject)
     SELECT m.id, 'EXPRESSION', c.name, ($1::text[])[split_part(m.name, ' ', 2)::integer], c.author_login, c.author_subject
       FROM made m, alert_condition c WHERE c.category = 'EXPRESSION'`,
    [Array.from({ length: rules - 1 }, (_, at) => expression(at + 1))],
  );
}

async function waitFor(isSo: () => Promise<boolean>, seconds = 120): Promise<void> {
  for (const until = Date.now() + seconds * 1000; !(await isSo()); await setTimeout(500))
    if (Date.now() > until) throw new Error(`waited ${seconds} s in vain`);
}
