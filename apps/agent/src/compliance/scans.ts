import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ScanReportBody } from '@wardstone/dto/compliance';
import { readScanOrders, readWantedGuides, type RefusedOrder, type ScanOrder } from '../domain/scan-order';
import { getErrorMessage, isTemporary, Unreachable } from '../server/server-api';
import type { SharedParts } from '../shared-parts';
import { hasProfile, type ScanDocuments, WrongDocument } from './scan-documents';
import type { Scanner } from './scanner';

interface ScansOptions extends Pick<SharedParts, 'server' | 'state' | 'logger' | 'clock'> {
  scanner: Scanner;
  documents: ScanDocuments;
  limitMs: number;
}

/** The current scan, stored on disk so that the next start can continue it. */
interface Current {
  order: ScanOrder | RefusedOrder;
  startedMs: number;
  /** Report to deliver. */
  report?: ScanReportBody;
}

const STATE = 'scan.json';
const PATH = '/api/compliance/v2/agent/scans';
const UPLOAD_MS = 300_000;
/** Maximum retries of a tailoring that changes while it is fetched. */
const MAX_WRONG = 3;

/**
 * Runs the scans that the server orders, one after the other. The server lists open scans: unknown ones are started,
 * and a running one that is no longer listed is stopped. See rule agents-13.
 */
export class Scans {
  private current: Current | undefined;
  /** Start of the scan on the monotonic clock. */
  private beganMs: number;
  private wrong = 0;
  private reportedCount: number | undefined;

  constructor(private readonly options: ScansOptions) {
    this.current = options.state.read<Current>(STATE);
    const { clock } = options;
    // Before this process started, only the wall clock is known, which may have been set back since.
    const pastMs = Math.max(0, clock.now() - (this.current?.startedMs ?? clock.now()));
    this.beganMs = clock.monotonic() - pastMs;
  }

  /** Digests of guides on the host that the server wants, by its last response. */
  wantedGuides: readonly string[] = [];

  /** Whether a scan is under way. */
  get isBusy(): boolean {
    return this.current !== undefined;
  }

  /**
   * One step; repeated steps bring each scan to its end, whatever stopped the previous one.
   * @throws Unreachable
   */
  async step(signal: AbortSignal): Promise<void> {
    const orders = await this.fetchOrders(signal);
    const { current } = this;
    if (current && orders && !orders.some(({ id }) => id === current.order.id)) return this.drop(current);
    if (current) return this.proceed(current, signal);
    const [next] = orders ?? [];
    if (next) await this.begin({ order: next, startedMs: this.options.clock.now() }, signal);
  }

  /** Undefined while the server is unavailable. */
  private async fetchOrders(signal: AbortSignal): Promise<(ScanOrder | RefusedOrder)[] | undefined> {
    try {
      const response = await this.options.server.request('GET', PATH, { signal });
      if (response.status === 404) return [];
      this.wantedGuides = response.status === 200 ? readWantedGuides(response.body) : [];
      return response.status === 200 ? readScanOrders(response.body) : undefined;
    } catch (error) {
      if (error instanceof Unreachable) return undefined;
      throw error;
    }
  }

  private async begin(current: Current, signal: AbortSignal): Promise<void> {
    const { scanner, documents, logger, clock } = this.options;
    const { order } = current;
    const obstacle = 'problem' in order ? order.problem : scanner.findObstacle();
    if ('problem' in order || obstacle !== undefined) {
      return this.finish(current, { state: 'not_scanned', reason: obstacle! }, signal);
    }
    try {
      const { guide, tailoring } = await documents.fetch(order, signal);
      if (!(await hasProfile([guide, tailoring], order.profile))) {
        return await this.finish(
          current,
          { state: 'not_scanned', reason: `the guide has no profile ${order.profile}` },
          signal,
        );
      }
      this.wrong = 0;
      // Stored before the scanner starts: if killed in between, the next start finds that it never ran.
      this.keep({ order, startedMs: clock.now() });
      this.beganMs = clock.monotonic();
      scanner.start(order.id, { profile: order.profile, guide, tailoring });
      logger.info({ id: order.id, profile: order.profile }, 'scan started');
    } catch (error) {
      if (!(error instanceof WrongDocument)) throw error;
      logger.warn({ id: order.id }, error.message);
      if (++this.wrong < MAX_WRONG) return;
      this.wrong = 0;
      await this.finish(current, { state: 'failed', reason: error.message }, signal);
    }
  }

  private async proceed(current: Current, signal: AbortSignal): Promise<void> {
    const { scanner, clock, limitMs } = this.options;
    const { order, report } = current;
    if (report || 'problem' in order) return this.deliver(current, signal);
    if (await scanner.isRunning(order.id)) {
      const isLate = clock.monotonic() - this.beganMs > limitMs;
      const late = isLate ? `the scan took more than ${limitMs / 60_000} min` : undefined;
      const reason = scanner.excess(order.id) ?? late;
      if (reason === undefined) return this.reportProgress(order, signal);
      await scanner.stop(order.id);
      return this.finish(current, { state: 'failed', reason }, signal);
    }
    if (!scanner.hasBegun(order.id)) return this.begin(current, signal);
    const end = scanner.end(order.id);
    const outcome = end.state === 'scanned' ? await this.upload(order, signal) : end;
    const evaluated_rule_count = scanner.ruleCount(order.id);
    await this.finish(current, { ...outcome, evaluated_rule_count }, signal);
  }

  /** Reports the progress. */
  private async reportProgress({ id }: ScanOrder, signal: AbortSignal): Promise<void> {
    const count = this.options.scanner.ruleCount(id);
    if (count === this.reportedCount) return;
    const body: ScanReportBody = { state: 'running', evaluated_rule_count: count };
    const response = await this.options.server.request('PUT', `${PATH}/${id}`, { body, signal });
    if (response.status < 300) this.reportedCount = count;
  }

  /**
   * If the response was lost, the same result is sent again, which the server stores once.
   * @throws Unreachable
   */
  private async upload({ id, systemId }: ScanOrder, signal: AbortSignal): Promise<ScanReportBody> {
    const { server, scanner } = this.options;
    const file = scanner.getResultPath(id);
    const compressed = `${file}.gz`;
    await pipeline(fs.createReadStream(file), createGzip(), fs.createWriteStream(compressed, { mode: 0o600 }));
    const response = await server.request('POST', `/api/compliance/v2/systems/${systemId}/test_results`, {
      signal,
      waitMs: UPLOAD_MS,
      file: await fs.openAsBlob(compressed),
      headers: { 'Content-Type': 'application/xml', 'Content-Encoding': 'gzip' },
    });
    if (isTemporary(response.status)) throw new Unreachable(getErrorMessage(response));
    const result = ((response.body as { data?: { id?: unknown } } | undefined)?.data ?? {}).id;
    if (response.status >= 300 || typeof result !== 'string')
      return { state: 'failed', reason: getErrorMessage(response) };
    return { state: 'uploaded', test_result_id: result };
  }

  private async finish(current: Current, report: ScanReportBody, signal: AbortSignal): Promise<void> {
    const finished = { ...current, report };
    this.keep(finished);
    this.options.logger.info({ id: current.order.id, ...report }, 'scan finished');
    await this.deliver(finished, signal);
  }

  private async deliver({ order, report: body }: Current, signal: AbortSignal): Promise<void> {
    const { server, logger } = this.options;
    const response = await server.request('PUT', `${PATH}/${order.id}`, { body: body ?? {}, signal });
    if (isTemporary(response.status)) throw new Unreachable(getErrorMessage(response));
    if (response.status >= 300)
      logger.warn({ id: order.id }, `the end of a scan was rejected: ${getErrorMessage(response)}`);
    await this.forget(order.id);
  }

  private async drop({ order: { id }, report }: Current): Promise<void> {
    await this.options.scanner.stop(id);
    const isGone = await this.forget(id);
    if (isGone && !report) this.options.logger.info({ id }, 'scan stopped: the server no longer requests it');
  }

  private keep(current: Current): void {
    this.options.state.write(STATE, current);
    this.current = current;
    this.reportedCount = undefined;
  }

  /** False while its scanner runs: if it cannot be stopped, no other one starts beside it. */
  private async forget(id: string): Promise<boolean> {
    const { state, scanner } = this.options;
    if (await scanner.isRunning(id)) return false;
    state.remove(STATE);
    scanner.forget(id);
    this.current = undefined;
    return true;
  }
}
