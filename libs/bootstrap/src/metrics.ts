import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  register as ofProcess,
  Registry,
} from 'prom-client';

/** Connections of a pool at one moment. */
export interface PoolUsage {
  total: number;
  idle: number;
  waiting: number;
}

/**
 * Metrics of one process in Prometheus text format. Each service has its own registry, so that tests may run several.
 */
export class ServiceMetrics {
  readonly registry = new Registry();
  private readonly durations: Histogram<'method' | 'route' | 'status'>;
  private inFlight = 0;
  private polls = 0;
  private readonly errors: Counter<'type'>;
  private readonly closedConnections: Counter<'limit'>;

  constructor(service: string) {
    const registers = [this.registry];
    this.registry.setDefaultLabels({ service });
    for (const metric of processMetrics()) this.registry.registerMetric(metric);
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Request duration, by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    });
    this.watch('http_requests_in_flight', 'Requests in progress', () => this.inFlight);
    this.errors = new Counter({
      name: 'http_errors_total',
      help: 'Error responses, by error type',
      labelNames: ['type'],
      registers,
    });
    this.closedConnections = new Counter({
      name: 'http_connections_closed_total',
      help: 'Connections closed because a limit was reached, by limit (address, process)',
      labelNames: ['limit'],
      registers,
    });
  }

  /** Counts a connection closed at the limit of its address or of the process. */
  connectionClosed(limit: 'address' | 'process'): void {
    this.closedConnections.inc({ limit });
  }

  requestStarted(): void {
    this.inFlight++;
  }

  requestEnded(method: string, route: string, status: number, seconds: number): void {
    this.inFlight--;
    this.durations.observe({ method, route, status }, seconds);
  }

  /** Marks a started request as a long poll, which counts neither as load nor as latency. */
  pollStarted(): void {
    this.inFlight--;
    this.polls++;
  }

  /** Failures are observed like those of any request; the duration of a successful poll is not. */
  pollEnded(method: string, route: string, status: number, seconds: number): void {
    this.polls--;
    if (status >= 400) this.durations.observe({ method, route, status }, seconds);
  }

  errorReturned(type: string): void {
    this.errors.inc({ type });
  }

  /** Reports the open long polls of agents, for services that have any. */
  watchPolls(): void {
    this.watch('agent_polls_waiting', 'Requests of agents that wait for work', () => this.polls);
  }

  /** Reports the connection pool at every scrape. */
  watchPool(usage: () => PoolUsage): void {
    new Gauge({
      name: 'database_pool_connections',
      help: 'Connections of the database pool, by state; waiting counts requests that wait for a connection',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        for (const [state, count] of Object.entries<number>({ ...usage() })) this.set({ state }, count);
      },
    });
  }

  /** Reports a number at every scrape. */
  private watch(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}

/**
 * Each sample of the event loop wakes the process, which took most of an idle service's processor time at the default
 * interval. Reported delays include this interval; the alert WardstoneEventLoopBlocked needs more than 500 ms.
 */
const EVENT_LOOP_SAMPLED_MS = 200;

/** Metrics of the process, created once even if several services run in it, because observers never end. */
function processMetrics(): Metric[] {
  if (ofProcess.getMetricsAsArray().length === 0) {
    collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLED_MS });
  }
  return ofProcess.getMetricsAsArray() as unknown as Metric[];
}
