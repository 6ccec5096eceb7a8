/** An error that was returned to a client. */
export interface ReportedOccurrence {
  type: string;
  /** ms since the epoch. */
  occurredAtMs: number;
  /** The service that returned it. */
  service: 'compliance' | 'monitoring' | 'error-registry' | 'gateway';
  /** 400 to 599. */
  status: number;
  requestId: string;
  /** Method and route or path prefix; cut off at 256 characters. */
  route: string;
}

export interface OccurrenceReporterOptions {
  /** Address of the registry itself, e.g. `http://127.0.0.1:8083`; undefined turns reporting off. */
  registryUrl: string | undefined;
  /** Headers that authenticate the reporter, created for each request, e.g. a signed identity valid for 60 s. */
  credentials: () => Promise<Readonly<Record<string, string>>>;
  /** Called with the number of dropped occurrences and the reason, without their content. */
  onDropped?: (count: number, reason: 'queue full' | 'registry unavailable') => void;
  /** Maximum number of waiting occurrences. Default 2000. */
  capacity?: number;
  /** Maximum number of occurrences in one request; the contract of the registry permits 500. Default 200. */
  batchSize?: number;
  /** Maximum time an occurrence waits for others, in ms. Default 1000. */
  flushIntervalMs?: number;
  /** Timeout of a request, in ms. Default 5000. */
  timeoutMs?: number;
}

const DEFAULTS = { capacity: 2000, batchSize: 200, flushIntervalMs: 1000, timeoutMs: 5000, onDropped: () => undefined };
const MAX_ROUTE = 256;
const MAX_REQUEST_ID = 128;

/**
 * Reports errors to the error registry without delaying requests: `report` only adds them to a bounded queue;
 * undeliverable ones are dropped and counted, never retried. Source: rule registry-3.
 */
export class OccurrenceReporter {
  private readonly options: Required<OccurrenceReporterOptions>;
  private readonly queue: ReportedOccurrence[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private isClosed = false;

  constructor(options: OccurrenceReporterOptions) {
    this.options = { ...DEFAULTS, ...options };
  }

  report(occurrence: ReportedOccurrence): void {
    if (this.options.registryUrl === undefined || this.isClosed) return;
    if (this.queue.length >= this.options.capacity) {
      this.options.onDropped(1, 'queue full');
      return;
    }
    this.queue.push(occurrence);
    if (this.queue.length >= this.options.batchSize) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), this.options.flushIntervalMs).unref();
  }

  /** Sends everything that waits, once, and accepts nothing more. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.flush();
  }

  /** Resolves when everything that waited has been sent or dropped. */
  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending ??= this.sendAll().finally(() => (this.sending = undefined));
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, this.options.batchSize);
      if (!(await this.send(batch))) this.options.onDropped(batch.length, 'registry unavailable');
    }
  }

  private async send(batch: readonly ReportedOccurrence[]): Promise<boolean> {
    const { registryUrl, credentials, timeoutMs } = this.options;
    try {
      const response = await fetch(new URL('/api/v1/occurrences', registryUrl), {
        method: 'POST',
        headers: { ...(await credentials()), 'Content-Type': 'application/json' },
        body: JSON.stringify({ occurrences: batch.map(toBody) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      // Read to the end, because otherwise the connection cannot be reused.
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}

function toBody({ type, occurredAtMs, service, status, requestId, route }: ReportedOccurrence): object {
  return {
    type,
    time: new Date(occurredAtMs).toISOString(),
    service,
    status,
    request_id: requestId.slice(0, MAX_REQUEST_ID),
    route: route.slice(0, MAX_ROUTE),
  };
}
