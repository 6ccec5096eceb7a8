import { Injectable, type OnModuleInit } from '@nestjs/common';
import { digestSecret } from '@wardstone/auth';
import { BodyBytes, toClient, drainRequest, HeavyWork, JsonBodyReader, readMediaType } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { IntegrationKind, IntegrationOutcome } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import type { Request, Response } from 'express';
import { ExternalAlerts } from '../alert-engine/external-alerts';
import { WindowAllowance } from '../api/window-allowance';
import { EventStore } from '../events/event-store';
import { decideReport, type ReportOutcome } from './domain/decide-report';
import { EVENT_SEVERITIES, eventDetail } from './domain/default-definitions';
import { digestOfKey, type ForeignAlert, plainText, UnreadablePayload } from './domain/foreign-alert';
import { readForm } from './domain/read-form';
import { readPayload } from './domain/read-payload';
import { type AddressedIntegration, IntegrationQueries } from './integration.queries';
import { integrationNotFound, isReceiveToken } from './integration.service';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LIMIT_BYTES = 1024 * 1024;
/** Maximum number of JSON values in a request: 500 alerts with 100 each. */
const MAX_VALUES = 50_000;
/** Maximum number of requests per minute and integration. */
const MAX_REQUESTS = 600;
/** Maximum number of new alerts per minute and integration. */
const MAX_FIRED = 2_000;
/** Maximum number of open alerts of an integration. */
const MAX_OPEN = 5_000;
/** Maximum number of stored alerts of an integration, resolved ones included. */
const MAX_STORED = 10_000;
/** Number of requests of an integration that are kept for display. */
const MAX_NOTED = 50;
const MAX_PROBLEM_LENGTH = 500;
/** Maximum number of concurrent requests; those of one integration are serialised anyway. */
const AT_ONCE = 4;
/** Maximum number of alerts that expire in one transaction. */
const EXPIRED_AT_ONCE = 500;
const PURGED_AT_ONCE = 5_000;
/** Retention of resolved alerts. */
const KEPT_MS = 7 * DAY_MS;
/** Alerts expire only this long after a start, because reports may have been missed before it. */
const LISTENING_MS = 10 * MINUTE_MS;
const CAPACITY = 10_000;

/** A request with its addressed kind of integration. */
export interface ReceivedRequest {
  readonly secret: string;
  readonly request: Request;
  readonly response: Response;
  /** Expected kind; undefined for any. */
  readonly kind?: IntegrationKind;
}

/** Result of a request. */
export interface Receipt {
  readonly kind: IntegrationKind;
  readonly outcome: IntegrationOutcome;
  /** Key of the first alert in the request. */
  readonly key: string | undefined;
}

/** Receives alerts of other systems. See rules integrations-3 to integrations-6. */
@Injectable()
export class IntegrationIntake implements OnModuleInit {
  private readonly requests: WindowAllowance;
  private readonly fired: WindowAllowance;
  private readonly work = new HeavyWork(AT_ONCE);
  private listensSinceMs = 0;

  constructor(
    private readonly queries: IntegrationQueries,
    private readonly alerts: ExternalAlerts,
    private readonly events: EventStore,
    private readonly bytes: BodyBytes,
    private readonly bodies: JsonBodyReader,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.requests = new WindowAllowance(clock, { most: MAX_REQUESTS, windowMs: MINUTE_MS, capacity: CAPACITY });
    this.fired = new WindowAllowance(clock, { most: MAX_FIRED, windowMs: MINUTE_MS, capacity: CAPACITY });
  }

  onModuleInit(): void {
    this.listen();
    this.tasks.every({ name: 'integration.expire', schedule: '* * * * *' }, (run) => this.expire(run));
    this.tasks.every({ name: 'integration.purge', schedule: '35 * * * *' }, (run) => this.purge(run));
  }

  /**
   * Stores the alerts of a request before it returns; repeating a request changes nothing.
   * @throws integration_not_found, integration_payload_invalid, integration_overloaded, and those of bodies
   */
  async receive({ secret, request, response, kind }: ReceivedRequest): Promise<Receipt> {
    const digest = isReceiveToken(secret) ? digestSecret(secret) : undefined;
    const known = digest === undefined ? undefined : await this.queries.findByAddress(digest);
    if (!known || (kind !== undefined && known.kind !== kind)) {
      await drainRequest(request);
      throw integrationNotFound('with this address');
    }
    const { granted, retryAfterSeconds } = this.requests.take(digest!);
    if (granted === 0) {
      await drainRequest(request);
      throw overloaded(`more than ${MAX_REQUESTS} requests in a minute`, retryAfterSeconds);
    }
    try {
      return await this.take(digest!, known, request, response);
    } catch (error) {
      await this.noteProblem(known.id, error);
      throw error instanceof UnreadablePayload
        ? new ApiError(MonitoringError.integration_payload_invalid, `The body cannot be read: ${error.message}`)
        : error;
    }
  }

  private async take(
    digest: string,
    known: AddressedIntegration,
    request: Request,
    response: Response,
  ): Promise<Receipt> {
    const payload = await this.readBody(known.kind, request, response);
    await this.work.begin({ account: String(known.id), signal: toClient(request, response).signal });
    const alerts = readPayload(known, payload, this.clock.now());
    const { outcome, missed } = await this.db.transaction(async (tx) => {
      const integration = await this.queries.findByAddress(digest, tx);
      if (!integration) throw integrationNotFound('with this address');
      return this.store(tx, integration, alerts);
    });
    // Alerts within the limit are stored; the sender may repeat the whole request.
    if (missed > 0) throw overloaded(`${missed} alerts found no room`, MINUTE_MS / 1000);
    return { kind: known.kind, outcome, key: alerts[0]?.key };
  }

  private async readBody(kind: IntegrationKind, request: Request, response: Response): Promise<unknown> {
    const mediaType = readMediaType(request);
    const isForm = mediaType === 'multipart/form-data' || mediaType === 'application/x-www-form-urlencoded';
    if (kind === 'MAIL' && isForm) {
      const bytes = await this.bytes.read(request, response, LIMIT_BYTES);
      return readForm(bytes, request.headers['content-type']!);
    }
    const payload = await this.bodies.read(request, response, { bytes: LIMIT_BYTES, values: MAX_VALUES });
    if (payload === undefined) throw new UnreadablePayload('it is empty');
    return payload;
  }

  private async store(
    tx: Transaction,
    integration: AddressedIntegration,
    alerts: readonly ForeignAlert[],
  ): Promise<{ outcome: IntegrationOutcome; missed: number }> {
    const { id, name } = integration;
    const nowMs = this.clock.now();
    const digests = new Map(alerts.map(({ key }) => [key, digestOfKey(key)]));
    const known = new Map(
      (await this.queries.listKnown(tx, id, [...digests.values()])).map((alert) => [alert.key, alert]),
    );
    const open = [...known.values()].flatMap((alert) => (alert.isOpen ? [alert.id] : []));
    const lapsed = new Set(await this.alerts.listLapsed(tx, open));
    const decided = alerts.map((alert) => {
      const stored = known.get(alert.key);
      const outcome = decideReport(stored && { ...stored, hasLapsed: lapsed.has(stored.id) }, alert);
      return { alert, outcome, id: stored?.id, isNew: !stored?.isOpen };
    });
    const room = await this.makeRoom(tx, id, decided);
    const kept = decided.filter(({ outcome, isNew }) => outcome !== 'FIRE' || !isNew || room.left-- > 0);
    const toIds = (...outcomes: ReportOutcome[]): number[] =>
      kept.flatMap((one) => (outcomes.includes(one.outcome) && one.id !== undefined ? [one.id] : []));
    const reported = kept.filter(({ outcome }) => outcome === 'FIRE' || outcome === 'RAISE' || outcome === 'UPDATE');
    const externalIds = await this.queries.put(
      tx,
      id,
      reported.map(({ alert }) => ({ ...alert, digest: digests.get(alert.key)! })),
      nowMs,
    );
    await this.fire(tx, integration, kept, externalIds, nowMs);
    await this.queries.resolve(tx, toIds('RESOLVE'), nowMs);
    await this.alerts.resolve(tx, toIds('RESOLVE'), nowMs);
    await this.alerts.acknowledge(tx, toIds('ACKNOWLEDGE'), name, nowMs);
    const count = (...outcomes: ReportOutcome[]): number =>
      kept.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const outcome = {
      fired: count('FIRE', 'RAISE'),
      updated: count('UPDATE', 'ACKNOWLEDGE'),
      resolved: count('RESOLVE'),
      ignored: count('IGNORE'),
    };
    await this.queries.noteRequest(tx, id, { outcome }, { nowMs, most: MAX_NOTED });
    return { outcome, missed: decided.length - kept.length };
  }

  /** Returns how many new alerts can be stored; deletes those resolved longest ago to make room. */
  private async makeRoom(
    tx: Transaction,
    id: number,
    decided: readonly { outcome: ReportOutcome; isNew: boolean; id: number | undefined }[],
  ): Promise<{ left: number }> {
    const beginning = decided.filter(({ outcome, isNew }) => outcome === 'FIRE' && isNew);
    if (beginning.length === 0) return { left: 0 };
    const { stored, open } = await this.queries.countStored(tx, id);
    const wanted = Math.max(0, Math.min(beginning.length, MAX_OPEN - open));
    const left = this.fired.take(String(id), wanted).granted;
    const unknown = beginning.filter((one) => one.id === undefined).length;
    await this.queries.forgetOldest(tx, id, stored + Math.min(left, unknown) - MAX_STORED);
    return { left };
  }

  /** Each new or more severe alert becomes an event, which alert definitions evaluate. */
  private async fire(
    tx: Transaction,
    { id, eventDefinitionId }: AddressedIntegration,
    decided: readonly { alert: ForeignAlert; outcome: ReportOutcome; id: number | undefined }[],
    externalIds: ReadonlyMap<string, number>,
    nowMs: number,
  ): Promise<void> {
    const begin = decided.filter(({ outcome }) => outcome === 'FIRE' || outcome === 'RAISE');
    if (begin.length === 0 || eventDefinitionId === null) return;
    const raised = begin.flatMap((one) => (one.outcome === 'RAISE' && one.id !== undefined ? [one.id] : []));
    const before = await this.alerts.listOpen(tx, raised);
    const place = { resource_id: id, event_definition_id: eventDefinitionId, location: 'alerts' };
    const [source] = await this.events.requireSources(tx, [place]);
    await this.events.append(
      tx,
      begin.map(({ alert }) => ({
        sourceId: source!.id,
        timeMs: nowMs,
        severity: EVENT_SEVERITIES[alert.severity],
        detail: eventDetail(alert),
        externalId: externalIds.get(alert.key)!,
      })),
    );
    const after = await this.alerts.listOpen(tx, raised);
    // If no definition fired for the raised severity, the earlier alert stays open.
    if (after.some((alertId) => !before.includes(alertId))) await this.alerts.supersede(tx, before, nowMs);
  }

  private async noteProblem(id: number, error: unknown): Promise<void> {
    const text =
      error instanceof UnreadablePayload
        ? `The body cannot be read: ${error.message}`
        : error instanceof ApiError && error.status < 500
          ? error.detail
          : undefined;
    if (text === undefined) return;
    const problem = plainText(text, MAX_PROBLEM_LENGTH)!;
    await this.db.transaction((tx) =>
      this.queries.noteRequest(tx, id, { problem }, { nowMs: this.clock.now(), most: MAX_NOTED }),
    );
  }

  /** Records the start of receiving: earlier requests may have been missed, so nothing expires at once. */
  listen(): void {
    this.listensSinceMs = this.clock.now();
  }

  /** Resolves alerts that expired because they were not reported again. */
  async expire({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const nowMs = this.clock.now();
    if (nowMs < this.listensSinceMs + LISTENING_MS) return;
    for (const id of await this.queries.listExpired(nowMs)) {
      for (let ended = EXPIRED_AT_ONCE; ended === EXPIRED_AT_ONCE && !signal.aborted;) {
        ended = await this.db.transaction(async (tx) => {
          const expired = await this.queries.lockExpired(tx, id, nowMs, EXPIRED_AT_ONCE);
          await this.queries.resolve(tx, expired, nowMs);
          await this.alerts.resolve(tx, expired, nowMs);
          return expired.length;
        });
      }
    }
  }

  /** Deletes alerts that were resolved long ago. */
  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(this.clock.now() - KEPT_MS, most));
  }
}

function overloaded(why: string, retryAfterSeconds: number): ApiError {
  return new ApiError(MonitoringError.integration_overloaded, `The integration has too much to take: ${why}`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}
