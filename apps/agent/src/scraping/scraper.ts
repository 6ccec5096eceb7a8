import { randomUUID } from 'node:crypto';
import {
  encodeWriteRequest,
  type ExposedSample,
  type Exposition,
  WRITE_HEADERS,
  type WrittenSample,
} from '@wardstone/series-formats';
import type { ScrapeTarget } from '../domain/scrape-target';
import { dueFor, getPhase } from '../domain/timetable';
import type { OutboxMessage } from '../outbox/outbox';
import type { ReceivedResponse, ServerApi } from '../server/server-api';
import type { SharedParts } from '../shared-parts';
import { fetchExposition } from './fetch-exposition';

interface ScraperOptions extends Pick<SharedParts, 'outbox' | 'logger' | 'clock'> {
  targets: readonly ScrapeTarget[];
  intervalMs: number;
  signal: AbortSignal;
}

interface Scrape {
  readonly exposition: Exposition | undefined;
  readonly reason: string | undefined;
}

/** Prometheus' timeout, unless the interval is shorter. */
const MAX_MS = 10_000;
/** Number of samples in a request, as in Prometheus. */
const MAX_SAMPLES = 2_000;
const WRITE_PATH = '/prometheus/api/v1/write';

/**
 * Scrapes exporters that the administrator of the host lists, and adds their samples to the outbox. See rule agents-14.
 */
export class Scraper {
  private readonly doneMs = new Map<ScrapeTarget, number>();
  private readonly busy = new Set<ScrapeTarget>();
  private readonly failing = new Set<ScrapeTarget>();

  constructor(private readonly options: ScraperOptions) {}

  /** Starts due scrapes, each exporter at its own time and not concurrently. */
  look(): void {
    const { targets, intervalMs, clock, logger } = this.options;
    const nowMs = clock.now();
    for (const target of targets) {
      if (this.busy.has(target)) continue;
      const phaseMs = getPhase(`${target.instance} ${target.url}`);
      const timeMs = dueFor(this.doneMs.get(target), { nowMs, intervalMs, phaseMs });
      if (timeMs === undefined) continue;
      this.doneMs.set(target, timeMs);
      this.busy.add(target);
      this.scrape(target, timeMs)
        .catch((error: unknown) => logger.error({ error }, 'unexpected failure of a scrape'))
        .finally(() => this.busy.delete(target));
    }
  }

  private async scrape(target: ScrapeTarget, timeMs: number): Promise<void> {
    const { outbox, signal } = this.options;
    const beganMs = performance.now();
    const { exposition, reason } = await this.read(target);
    if (signal.aborted) return;
    const seconds = (performance.now() - beganMs) / 1000;
    this.logChange(target, reason);
    const exposed = exposition?.samples ?? [];
    const own = { up: exposition ? 1 : 0, scrape_duration_seconds: seconds, scrape_samples_scraped: exposed.length };
    const samples = [
      ...exposed.map((sample) => written(sample, target, timeMs)),
      ...Object.entries(own).map(([name, value]) => written({ name, value, labels: [], timeMs }, target, timeMs)),
    ];
    for (let first = 0; first < samples.length; first += MAX_SAMPLES) {
      const part = samples.slice(first, first + MAX_SAMPLES);
      // Types and help texts apply to all parts, so only the first contains them.
      outbox.add(toMessage(encodeWriteRequest(part, first === 0 ? exposition?.families : undefined)));
    }
  }

  private async read({ url }: ScrapeTarget): Promise<Scrape> {
    const { intervalMs, signal } = this.options;
    try {
      const exposition = await fetchExposition(url, { timeoutMs: Math.min(MAX_MS, intervalMs), signal });
      return { exposition, reason: undefined };
    } catch (error) {
      const { message, cause } = error as Error;
      return { exposition: undefined, reason: cause instanceof Error ? cause.message || message : message };
    }
  }

  /** Logged once, not at every interval. */
  private logChange(target: ScrapeTarget, reason: string | undefined): void {
    const { logger } = this.options;
    const { url } = target;
    if (reason === undefined) {
      if (this.failing.delete(target)) logger.info({ url }, 'the exporter can be read again');
      return;
    }
    if (!this.failing.has(target)) logger.warn({ url }, `the exporter cannot be read: ${reason}`);
    this.failing.add(target);
  }
}

/** Sends the samples in a message of the exporters' outbox. */
export function sendSamples(
  server: ServerApi,
  { body }: OutboxMessage,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const file = new Blob([Buffer.from((body as SamplesBody).snappy, 'base64')]);
  return server.request('POST', WRITE_PATH, { file, headers: WRITE_HEADERS, signal });
}

interface SamplesBody {
  /** A compressed WriteRequest. */
  readonly snappy: string;
}

function toMessage(request: Buffer): OutboxMessage {
  const body: SamplesBody = { snappy: request.toString('base64') };
  return { id: `s-${randomUUID()}`, method: 'POST', target: WRITE_PATH, body };
}

/** Labels of the exporter that collide with those of the target are renamed as in Prometheus. */
function written({ name, labels, value, timeMs }: ExposedSample, target: ScrapeTarget, atMs: number): WrittenSample {
  const own: [string, string][] = [
    ['__name__', name],
    ['job', target.job],
    ['instance', target.instance],
  ];
  const names = new Set(labels.map(([label]) => label));
  const exposed = labels
    .filter(([label, text]) => text !== '' && !label.startsWith('__'))
    .map(([label, text]): [string, string] => [isOwn(label) ? exportedName(label, names) : label, text]);
  return { labels: [...own, ...exposed], value, timeMs: timeMs ?? atMs };
}

/** The service itself adds this label. */
function isOwn(label: string): boolean {
  return label === 'job' || label === 'instance' || label === 'wardstone_agent';
}

function exportedName(label: string, taken: ReadonlySet<string>): string {
  const exported = `exported_${label}`;
  return taken.has(exported) ? exportedName(exported, taken) : exported;
}
