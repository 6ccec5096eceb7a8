import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { dropAlerts, fillAlerts, fillSilences } from './alerts-data';
import { benchLatency, type LatencyFigures, type LatencyOptions, WARM_UP_SECONDS } from './alerts-latency';
import { benchOutbox } from './alerts-outbox';
import { type Bench, createDatabase, plainIdentity, withBench } from './bench-server';
import type { Target } from './sample';
import { judge, loadAverage, tell } from './table';

const RESOURCES = 1_000;
const METRICS = 20;
const POINTS_PER_SECOND = 20_000;
const SECONDS = 30;
const NOTIFICATIONS = 3_000;
/** The time of each row's commit is read. */
const SETTINGS = { track_commit_timestamp: 'on', autovacuum_naptime: '1min' };
const SILENCES = 1_000;
/** So many values above the middle never come one after the other. */
const NEVER_IN_A_ROW = 40;
const GOAL = { p99Ms: 1000, pointsShare: 0.95, engineShare: 0.12 };

/** `npm run bench -- alerts`. Returns how many goals were missed. */
export async function reportAlerts(): Promise<number> {
  return withBench(async (bench) => {
    const { url } = await createDatabase(bench.server, 'alerts', MIGRATIONS);
    const inventory = await fillAlerts(url, { resources: RESOURCES, metrics: METRICS });
    const target = await startService(bench, url);
    console.log(
      `\n${inventory.definitionIds.length} conditions, ${RESOURCES * METRICS} metrics, ` +
        `${POINTS_PER_SECOND} points/s for ${SECONDS} s; ${loadAverage()}\n`,
    );
    const options = { pointsPerSecond: POINTS_PER_SECOND, seconds: SECONDS };
    const latency = await benchLatency(bench.server, { url, target, inventory }, options);
    const missed = reportLatency(latency);
    const outbox = await benchOutbox(url, inventory, NOTIFICATIONS);
    console.log(`\nThe outbox with ${outbox.notifications} webhooks, 4 jobs at a time; ${loadAverage()}\n`);
    tell('notifications delivered', `${outbox.perSecond.toFixed(0)}/s`);
    tell('documents that arrived', String(outbox.arrived));
    return missed + (await reportEngine(bench, options));
  }, SETTINGS);
}

/** What conditions and silences add to the processor time of ingest, of service and database together. */
async function reportEngine(bench: Bench, options: LatencyOptions): Promise<number> {
  const costs: number[] = [];
  let firing: LatencyFigures | undefined;
  for (const name of ['ingest', 'conditions', 'alerts']) {
    const { url } = await createDatabase(bench.server, `alerts_${name}`, MIGRATIONS);
    const inARow = name === 'conditions' ? NEVER_IN_A_ROW : 3;
    const inventory = await fillAlerts(url, { resources: RESOURCES, metrics: METRICS, inARow });
    if (name === 'ingest') await dropAlerts(url);
    else await fillSilences(url, SILENCES);
    const target = await startService(bench, url);
    const hasSigns = name === 'alerts';
    const figures = await benchLatency(bench.server, { url, target, inventory }, { ...options, hasSigns });
    if (figures.cpuMicros === undefined) return 0;
    costs.push(figures.cpuMicros + figures.databaseCpuMicros!);
    if (hasSigns) firing = figures;
    target.process.kill();
  }
  const [ingest, conditions, alerts] = costs as [number, number, number];
  const perSecond = firing!.alerts / (options.seconds + WARM_UP_SECONDS);
  const ofAlert = ((alerts - conditions) * firing!.pointsPerSecond) / perSecond;
  console.log(`\nThe same with and without conditions, and ${SILENCES} silences; ${loadAverage()}\n`);
  tell('processor time per point without conditions', `${ingest.toFixed(1)} us`);
  tell('with conditions and silences, of which none fires', `${conditions.toFixed(1)} us`);
  tell(`with ${perSecond.toFixed(0)} alerts/s`, `${alerts.toFixed(1)} us`);
  tell('processor time of an alert', `${ofAlert.toFixed(0)} us`);
  tell('share where so many fire', ((alerts - ingest) / alerts).toFixed(2));
  const share = (conditions - ingest) / conditions;
  return judge({ figure: 'share of conditions and silences', value: share, goal: { atMost: GOAL.engineShare } })
    ? 1
    : 0;
}

function reportLatency(figures: Awaited<ReturnType<typeof benchLatency>>): number {
  const share = figures.pointsPerSecond / figures.wantedPerSecond;
  const verdicts = [
    judge({ figure: 'points stored, of those wanted', value: share, goal: { atLeast: GOAL.pointsShare } }),
    judge({
      figure: 'from submission to stored alert, p99',
      value: figures.p99,
      unit: ' ms',
      goal: { atMost: GOAL.p99Ms },
    }),
    judge({ figure: 'facts without exactly one alert', value: figures.wrong, goal: { atMost: 0 } }),
  ];
  tell('from submission to stored alert, median', `${figures.p50.toFixed(0)} ms`);
  tell('from submission to stored alert, most', `${figures.most.toFixed(0)} ms`);
  tell('of which until the point is stored and acknowledged, p99', `${figures.requestP99.toFixed(0)} ms`);
  tell('facts; alerts in total', `${figures.signs}; ${figures.alerts}`);
  if (figures.cpuMicros !== undefined) {
    tell('processor time of the service per point', `${figures.cpuMicros.toFixed(1)} us`);
    tell('processor time of the database per point', `${figures.databaseCpuMicros!.toFixed(1)} us`);
  }
  return verdicts.filter(Boolean).length;
}

async function startService({ start }: Bench, url: string): Promise<Target> {
  const { settings, headers } = plainIdentity('default');
  const env = {
    DATABASE_URL: url,
    ...settings,
    SAMPLE_INVENTORY: 'false',
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  return { ...(await start(['dist/monitoring/main.js'], env)), headers };
}
