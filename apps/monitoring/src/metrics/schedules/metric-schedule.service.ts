import { Injectable } from '@nestjs/common';
import { type AuditedObject, type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import {
  METRIC_DATA_TYPES,
  type MetricDataType,
  MetricSchedule,
  type ScheduleListQuery,
} from '@wardstone/dto/monitoring';
import { HandlerResponse, type Precondition, type SentBody, StreamedRecords } from '@wardstone/media-types';
import { Addresses, consolePlaces } from '../../api/addresses';
import { AuthorizationService, resourceNotFound } from '../../authorization/authorization.service';
import { type ScheduleRow, toSchedule } from './schedule-record';
import type { Viewer } from '../../authorization/viewer';
import { type FoundSchedule, MetricScheduleQueries } from './metric-schedule.queries';
import { MIN_INTERVAL_MS, MetricSchedules, scheduleNotFound } from './metric-schedules';

/** See rules metrics-2, metrics-3. */
@Injectable()
export class MetricScheduleService {
  constructor(
    private readonly schedules: MetricSchedules,
    private readonly queries: MetricScheduleQueries,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule_not_found, resource_forbidden */
  async read(id: number, viewer: Viewer): Promise<HandlerResponse<MetricSchedule>> {
    return this.toResponse(await this.schedules.require(id, viewer));
  }

  /**
   * All schedules, streamed if there is more than one block.
   * @throws resource_not_found, resource_forbidden
   */
  async listOfResource(
    resourceId: number,
    query: ScheduleListQuery,
    viewer: Viewer,
  ): Promise<MetricSchedule[] | StreamedRecords<MetricSchedule>> {
    const blocks = this.listBlocks(resourceId, query, viewer);
    const { value: first = [] } = await blocks.next();
    const { value: second } = await blocks.next();
    if (!second) return first.map((row) => this.toListed(row));
    return new StreamedRecords(this.recordBlocks([first, second], blocks));
  }

  /**
   * Ids and names of all schedules.
   * @throws as `listOfResource`
   */
  async listNamesOfResource(
    resourceId: number,
    query: ScheduleListQuery,
    viewer: Viewer,
  ): Promise<Pick<ScheduleRow, 'id' | 'displayName'>[]> {
    const names: Pick<ScheduleRow, 'id' | 'displayName'>[] = [];
    for await (const block of this.listBlocks(resourceId, query, viewer)) {
      for (const { id, displayName } of block) names.push({ id, displayName });
    }
    return names;
  }

  /** @throws as `listOfResource` */
  private async *listBlocks(
    resourceId: number,
    { type, name, enabledOnly }: ScheduleListQuery,
    viewer: Viewer,
  ): AsyncGenerator<ScheduleRow[], void> {
    const dataType = getDataType(type);
    const filter = { dataType: dataType ?? undefined, name, enabledOnly };
    const found = await this.queries.listOfResource(resourceId, filter, viewer);
    if (!found) throw resourceNotFound(resourceId);
    this.authorization.authorizeResource(viewer, { id: resourceId, isSeen: found.isSeen });
    if (dataType === null) return;
    yield found.schedules;
    yield* this.queries.listOthers(resourceId, filter, found.schedules);
  }

  private async *recordBlocks(
    read: readonly ScheduleRow[][],
    others: AsyncIterable<ScheduleRow[]>,
  ): AsyncGenerator<MetricSchedule[], void> {
    for (const rows of read) yield rows.map((row) => this.toListed(row));
    for await (const rows of others) yield rows.map((row) => this.toListed(row));
  }

  /**
   * Missing fields are unchanged; an interval below 30 s is raised to it.
   * @throws schedule_not_found, resource_forbidden, precondition_failed, invalid_content
   */
  async change(
    id: number,
    body: SentBody<MetricSchedule>,
    precondition: Precondition,
    viewer: Viewer,
    note: AuditNote,
  ): Promise<HandlerResponse<MetricSchedule>> {
    await this.schedules.require(id, viewer, 'MANAGE_MEASUREMENTS');
    const sent = body.read();
    return this.db.transaction(async (transaction) => {
      if (!(await this.queries.lock(id, transaction))) throw scheduleNotFound(id);
      // Locked, so that the read values stay until the change.
      const stored = await this.schedules.require(id, viewer, 'MANAGE_MEASUREMENTS', transaction);
      const { enabled = stored.isEnabled, collectionInterval = stored.collectionIntervalMs } = sent;
      precondition.require(MetricSchedule, this.toRecord(stored));
      const changed = {
        ...stored,
        isEnabled: enabled,
        collectionIntervalMs: Math.max(collectionInterval, MIN_INTERVAL_MS),
        modifiedMs: Math.max(this.clock.now(), stored.modifiedMs + 1),
      };
      await this.queries.update(id, changed, transaction);
      note(changeFacts(toAuditedObject(stored), toSettings(stored), toSettings(changed)));
      return this.toResponse(changed);
    });
  }

  private toResponse(schedule: FoundSchedule): HandlerResponse<MetricSchedule> {
    const headers = { 'Last-Modified': new Date(schedule.modifiedMs).toUTCString() };
    return new HandlerResponse(this.toRecord(schedule), { headers });
  }

  private toListed(row: ScheduleRow): MetricSchedule {
    const { addresses } = this;
    const data = `/metric/data/${row.id}`;
    return toSchedule(row, [
      ...(row.dataType === 'MEASUREMENT'
        ? [addresses.link('metric', data), addresses.link('metric-raw', `${data}/raw`)]
        : []),
      addresses.link('resource', `/resource/${row.resourceId}`),
    ]);
  }

  private toRecord(schedule: FoundSchedule): MetricSchedule {
    const { addresses } = this;
    const { id, resourceId, dataType } = schedule;
    const self = `/metric/schedule/${id}`;
    return toSchedule(schedule, [
      ...(dataType === 'MEASUREMENT' ? [addresses.link('metric', `/metric/data/${id}`)] : []),
      addresses.link('resource', `/resource/${resourceId}`),
      addresses.link('edit', self),
      addresses.link('self', self),
      addresses.console(consolePlaces.schedules(resourceId)),
    ]);
  }
}

function toAuditedObject({ resourceId, resourceName, displayName }: FoundSchedule): AuditedObject {
  return { kind: 'schedule', id: resourceId, name: `${displayName} · ${resourceName}` };
}

function toSettings({ isEnabled: enabled, collectionIntervalMs: collectionInterval }: FoundSchedule): object {
  return { enabled, collectionInterval };
}

/** Undefined for any type; null for a type that no metric has. */
function getDataType(name: string): MetricDataType | undefined | null {
  const word = name.toUpperCase();
  if (word === 'ALL') return undefined;
  return word === 'METRIC' ? 'MEASUREMENT' : (METRIC_DATA_TYPES.find((type) => type === word) ?? null);
}
