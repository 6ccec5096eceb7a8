import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { checkTimes, nextWindow, type SilenceTimes } from '@wardstone/alerting';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Queryable, type Transaction } from '@wardstone/database';
import type { NewSilence, SilenceChange, SilenceListQuery, SilenceRest, SilenceScope } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { HandlerResponse, type ListPage, type Sent, type SentBody } from '@wardstone/media-types';
import { DAY_MS } from '@wardstone/metric-points';
import { Addresses } from '../../api/addresses';
import { invalidContent, refuseProblem } from '../../api/invalid-parameter';
import { toStorableId } from '../../api/path-id';
import { AuthorizationService, requirePermission, resourceForbidden } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { definitionNotFound as groupDefinitionNotFound } from '../../groups/group-records';
import { MonitoringConfig } from '../../monitoring.config';
import { AlertDefinitionService } from '../../alert-definitions/alert-definition.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { SilenceQueries, type SilenceRow, type StoredScope } from './silence.queries';

const PURGED_AT_ONCE = 5_000;

/** See rules alerts-32 to alerts-34. */
@Injectable()
export class SilenceService implements OnModuleInit {
  constructor(
    private readonly queries: SilenceQueries,
    private readonly notices: AlertNotices,
    private readonly definitions: AlertDefinitionService,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'silence.purge', schedule: '45 3 * * *' }, (run) => this.purge(run));
  }

  /** Deletes silences that ended longer ago than the retention of alerts. */
  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const { ALERT_RETENTION_DAYS: days } = this.config;
    if (days === 0) return;
    const beforeMs = this.clock.now() - days * DAY_MS;
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(beforeMs, most));
  }

  async list(query: SilenceListQuery, viewer: Viewer): Promise<ListPage<SilenceRest>> {
    const { window, resourceId } = query;
    if (resourceId !== undefined) await this.authorization.requireResource(viewer, resourceId);
    const { rows, total } = await this.queries.list(viewer, query, this.clock.now());
    return { items: rows.map((row) => this.record(row)), total, window };
  }

  /** @throws silence_not_found */
  async read(id: number, viewer: Viewer): Promise<SilenceRest> {
    return this.record(await this.require(id, viewer));
  }

  /** @throws invalid_content, and as `authorize` */
  async create(
    body: SentBody<NewSilence>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HandlerResponse<SilenceRest>> {
    const sent = body.read();
    const nowMs = this.clock.now();
    const times = toTimes(sent, nowMs);
    const reason = getReason(sent);
    const scope = getScope(sent);
    const record = await this.db.transaction(async (tx) => {
      await this.authorize(scope, caller, tx);
      const origin = { reason, author: caller.username, nowMs };
      const id = await this.queries.insert(tx, scope, times, origin);
      return this.record(await this.require(id, caller, tx));
    });
    note(changeFacts({ kind: 'silence', id: record.id, name: record.reason }, {}, facts(record)));
    const headers = { Location: this.addresses.of(`/silence/${record.id}`) };
    return new HandlerResponse(record, { status: 201, headers });
  }

  /** @throws silence_not_found, silence_ended, invalid_content, and as `authorize` */
  async change(
    id: number,
    body: SentBody<SilenceChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<SilenceRest> {
    await this.requireOpen(id, caller);
    const sent = body.read();
    const [before, after] = await this.db.transaction(async (tx) => {
      const row = await this.requireOpen(id, caller, tx);
      const times = toTimes(sent, this.clock.now(), row.startMs);
      await this.queries.change(tx, id, times, getReason(sent));
      await this.notices.decideSoon(tx, id);
      return [this.record(row), this.record(await this.require(id, caller, tx))];
    });
    note(changeFacts({ kind: 'silence', id, name: after.reason }, facts(before), facts(after)));
    return after;
  }

  /**
   * Ends the silence early and permanently.
   * @throws silence_not_found, silence_ended, and as `authorize`
   */
  async end(id: number, caller: CallerIdentity, note: AuditNote): Promise<SilenceRest> {
    const record = await this.db.transaction(async (tx) => {
      await this.requireOpen(id, caller, tx);
      await this.queries.end(tx, id, caller.username, this.clock.now());
      await this.notices.decideSoon(tx, id);
      return this.record(await this.require(id, caller, tx));
    });
    note(changeFacts({ kind: 'silence', id, name: record.reason }, { ended: false }, { ended: true }));
    return record;
  }

  /**
   * Decides again about the alerts that it held.
   * @throws silence_not_found, and as `authorize`
   */
  async remove(id: number, caller: CallerIdentity, note: AuditNote): Promise<void> {
    const row = await this.db.transaction(async (tx) => {
      const found = await this.require(id, caller, tx);
      await this.authorize(stored(found), caller, tx);
      await this.notices.decideSoon(tx, id);
      await this.queries.remove(tx, id);
      return found;
    });
    note(changeFacts({ kind: 'silence', id, name: row.reason }));
  }

  private async requireOpen(id: number, viewer: Viewer, tx?: Transaction): Promise<SilenceRow> {
    const row = await this.require(id, viewer, tx);
    await this.authorize(stored(row), viewer, tx);
    if (row.overMs > this.clock.now()) return row;
    throw new ApiError(MonitoringError.silence_ended, `The silence with id ${id} has ended`);
  }

  /**
   * A silence requires the permission to define alerts for its scope, and cannot cover anything that its author does
   * not see.
   * @throws resource_not_found, resource_forbidden, group_not_found, group_forbidden, group_definition_not_found,
   * resource_type_not_found, alert_definition_not_found, alert_definition_forbidden, insufficient_scope
   */
  private async authorize({ kind, id, withDescendants }: StoredScope, viewer: Viewer, tx?: Transaction): Promise<void> {
    switch (kind) {
      case 'RESOURCE':
        await this.authorization.requireResource(viewer, id, 'MANAGE_ALERTS', tx);
        if (withDescendants && !(await this.queries.seesSubtree(viewer, id, tx))) {
          throw resourceForbidden(id, 'MANAGE_ALERTS', 'all that is part of the resource');
        }
        return;
      case 'GROUP':
        return this.authorization.requireGroup(viewer, id, 'MANAGE_ALERTS', tx);
      case 'GROUP_DEFINITION':
        if (!(await this.queries.exists(kind, id, tx))) throw groupDefinitionNotFound(id);
        return requirePermission(viewer, 'MANAGE_INVENTORY');
      case 'TYPE':
        if (!(await this.queries.exists(kind, id, tx))) {
          throw new ApiError(MonitoringError.resource_type_not_found, `Resource type with id ${id} not found`);
        }
        return requirePermission(viewer, 'MANAGE_SETTINGS');
      case 'DEFINITION':
        if (tx) await this.definitions.requireChangeable(tx, id, viewer);
        else await this.definitions.requireSeen(id, viewer, 'change');
    }
  }

  private async require(id: number, viewer: Viewer, from?: Queryable): Promise<SilenceRow> {
    const row = await this.queries.find(id, viewer, from);
    if (!row) throw new ApiError(MonitoringError.silence_not_found, `Silence with id ${id} not found`);
    return row;
  }

  private record(row: SilenceRow): SilenceRest {
    const nowMs = this.clock.now();
    const window = nextWindow(row, nowMs);
    return {
      id: row.id,
      scope: {
        kind: row.kind,
        id: row.scopeId,
        name: row.scopeName,
        ...(row.kind === 'RESOURCE' && { descendants: row.withDescendants }),
      },
      place: row.place ?? undefined,
      reason: row.reason,
      author: row.author,
      createTime: row.createdMs,
      startTime: row.startMs,
      endTime: row.endMs,
      rule: row.rule,
      timeZone: row.timeZone,
      state: !window ? 'ENDED' : window.startMs <= nowMs ? 'ACTIVE' : 'SCHEDULED',
      windowStart: window?.startMs ?? 0,
      windowEnd: window?.endMs ?? 0,
      endedBy: row.endedBy,
      links: [this.addresses.link('self', `/silence/${row.id}`)],
    };
  }
}

function stored({ kind, scopeId: id, withDescendants }: SilenceRow): StoredScope {
  return { kind, id, withDescendants };
}

/** @throws invalid_content */
function getScope({ scope }: Sent<NewSilence>): StoredScope {
  const { kind, id, descendants = false } = (scope ?? {}) as Partial<SilenceScope>;
  if (kind === undefined || id === undefined) throw invalidContent('Field scope must have a kind and an id');
  return { kind, id: toStorableId(id), withDescendants: kind === 'RESOURCE' && descendants };
}

/** @throws invalid_content */
function getReason({ reason = '' }: Sent<SilenceChange>): string {
  if (reason.trim() === '') throw invalidContent('Field reason must not be empty');
  return reason.trim();
}

/** @throws invalid_content */
function toTimes(sent: Sent<SilenceChange>, nowMs: number, startMs = nowMs): SilenceTimes {
  const { startTime = startMs, endTime, rule = null, timeZone = null } = sent;
  if (endTime === undefined) throw invalidContent('Field endTime is required');
  return refuseProblem(checkTimes({ startMs: startTime, endMs: endTime, rule, timeZone }, nowMs));
}

function facts({ scope, reason, startTime, endTime, rule, timeZone }: SilenceRest): object {
  return { covers: `${scope.kind} ${scope.name}`, reason, startTime, endTime, rule, timeZone };
}
