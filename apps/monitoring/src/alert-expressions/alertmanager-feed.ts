import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { endsAt } from '@wardstone/alerting';
import { LOGGER, type Logger, ServiceMetrics } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { addJob, defineTask, JobTasks } from '@wardstone/jobs';
import { Counter } from 'prom-client';
import { Addresses } from '../api/addresses';
import { MonitoringConfig } from '../monitoring.config';
import { GuardedPost } from '../notifications/delivery/guarded-post';
import { AlertmanagerQueries, type FeedRow } from './alertmanager.queries';

interface Send {
  /** Without credentials, because jobs are stored. */
  readonly address: string;
  readonly instanceIds: readonly number[];
  /** Time of their evaluation. */
  readonly atMs: number;
}

/** Sends the state of instances to one Alertmanager. */
const SEND = defineTask<Send>('alert.alertmanager');

/** Maximum number of alerts of a request, as of Prometheus. */
const MAX_ALERTS = 64;
/** A request has more only if a single alert is larger. */
const MAX_BYTES = 1_048_576;
const PATH = 'api/v2/alerts';

/**
 * Sends the alerts of expressions to Alertmanagers after each evaluation, as a Prometheus does: neither grouped nor
 * silenced, which they do themselves. See rule alerts-71.
 */
@Injectable()
export class AlertmanagerFeed implements OnModuleInit {
  /** By their addresses without credentials. */
  private readonly targets: ReadonlyMap<string, URL>;
  private readonly sends: Counter<'outcome'>;

  constructor(
    private readonly queries: AlertmanagerQueries,
    private readonly poster: GuardedPost,
    private readonly tasks: JobTasks,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
    private readonly config: MonitoringConfig,
    { registry }: ServiceMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.targets = new Map(config.ALERTMANAGER_URLS.map((url) => [withoutCredentials(new URL(url)), new URL(url)]));
    this.sends = new Counter({
      name: 'alertmanager_alerts_total',
      help: 'Alerts sent to Alertmanagers, by outcome: sent, failed (sent again later)',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  onModuleInit(): void {
    this.tasks.handle(SEND, (payload) => this.deliver(payload));
  }

  /** Time after which the state of an alert is sent again; undefined without Alertmanagers. */
  get resendMs(): number | undefined {
    return this.targets.size === 0 ? undefined : this.config.ALERTMANAGER_RESEND_SECONDS * 1000;
  }

  /** Queues these instances with the evaluations that are stored. @param atMs time of their evaluation */
  async send(tx: Transaction, instances: readonly { instanceId: number; atMs: number }[]): Promise<void> {
    for (const [atMs, some] of Map.groupBy(instances, (one) => one.atMs)) {
      const instanceIds = some.map(({ instanceId }) => instanceId);
      for (const [at, address] of [...this.targets.keys()].entries()) {
        // One request at a time for each, so that one that does not respond takes no more than one worker.
        await addJob(tx, SEND, { address, instanceIds, atMs }, { queue: `alertmanager-${at}` });
      }
    }
  }

  /** Sends the state that the instances have now; fails if the Alertmanager does not take it. */
  async deliver({ address, instanceIds, atMs }: Send): Promise<void> {
    const url = this.targets.get(address);
    const { resendMs } = this;
    if (!url || resendMs === undefined) return;
    const nowMs = this.clock.now();
    const rows = (await this.queries.list(instanceIds)).filter(
      ({ state, sentMs, intervalMs }) =>
        // Otherwise a later state was sent, or is about to be; nothing may follow the end of an alert.
        sentMs === atMs && (state === 'RESOLVED' || nowMs - atMs < Math.max(intervalMs, resendMs)),
    );
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Wardstone', ...authorization(url) };
    for (const part of inParts(rows.map((row) => this.toAlert(row, resendMs)))) {
      const response = await this.poster.post(target(url), headers, `[${part.join(',')}]`).catch((error: unknown) => {
        this.sends.inc({ outcome: 'failed' }, part.length);
        throw error;
      });
      const isTaken = response.status >= 200 && response.status < 300;
      this.sends.inc({ outcome: isTaken ? 'sent' : 'failed' }, part.length);
      if (isTaken) continue;
      // It would refuse them again.
      if (response.status < 500 && response.status !== 429) {
        this.logger.warn({ address, status: response.status, reason: response.said }, 'an Alertmanager refuses alerts');
        continue;
      }
      throw new Error(`the Alertmanager ${address} responds ${response.status}`);
    }
  }

  private toAlert(row: FeedRow, resendMs: number): string {
    return JSON.stringify({
      labels: { alertname: row.name, ...row.labels },
      annotations: row.annotations,
      startsAt: new Date(row.firedMs ?? row.sentMs ?? 0).toISOString(),
      endsAt: new Date(endsAt(row, { intervalMs: row.intervalMs, resendMs })).toISOString(),
      generatorURL: this.addresses.inConsole({ page: `/explore?expr=${encodeURIComponent(row.text)}`, name: '' }),
    });
  }
}

function withoutCredentials({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** The address of the interface below that of the Alertmanager. */
function target({ origin, pathname }: URL): URL {
  return new URL(`${pathname.replace(/\/*$/, '/')}${PATH}`, origin);
}

function authorization({ username, password }: URL): { Authorization?: string } {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Alerts in requests of limited number and size. */
function inParts(alerts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let bytes = 0;
  for (const alert of alerts) {
    const size = Buffer.byteLength(alert);
    const last = parts.at(-1);
    if (last && last.length < MAX_ALERTS && bytes + size <= MAX_BYTES) {
      last.push(alert);
      bytes += size;
    } else {
      parts.push([alert]);
      bytes = size;
    }
  }
  return parts;
}
