import { Injectable } from '@nestjs/common';
import { type AuditedThing, type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { MetricSchedule } from '@wardstone/dto/monitoring';
import { Answer, type Parsed, type Precondition, type Sent, valueOf } from '@wardstone/media-types';
import { Addresses } from '../../api/addresses';
import { consolePlaces } from '../../api/console-places';
import { toSchedule } from './schedule-record';
import type { Viewer } from '../../authorization/viewer';
import { type FoundSchedule, MetricScheduleQueries, toRow } from './metric-schedule.queries';
import { LEAST_INTERVAL_MS, MetricSchedules, scheduleNotFound } from './metric-schedules';

/** See rules metrics-2, metrics-3. */
@Injectable()
export class MetricScheduleService {
  constructor(
    private readonly schedules: MetricSchedules,
    private readonly queries: MetricScheduleQueries,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule_not_found, resource_forbidden */
  async read(id: number, viewer: Viewer): Promise<Answer<MetricSchedule>> {
    return this.answer(await this.schedules.require(id, viewer));
  }

  /**
   * Absent fields keep what is stored, and an interval below 30 s is raised to it.
   * @throws schedule_not_found, resource_forbidden, precondition_failed, invalid_content
   */
  async change(
    id: number,
    body: Parsed<Sent<MetricSchedule>>,
    precondition: Precondition,
    viewer: Viewer,
    note: AuditNote,
  ): Promise<Answer<MetricSchedule>> {
    return this.db.transaction(async (transaction) => {
      if (!(await this.queries.lock(id, transaction))) throw scheduleNotFound(id);
      // Locked, so that what is read here stays until the change.
      const stored = await this.schedules.require(id, viewer, 'MANAGE_MEASUREMENTS', transaction);
      const { enabled = stored.isEnabled, collectionInterval = stored.collectionIntervalMs } = valueOf(body);
      precondition.require(MetricSchedule, this.toRecord(stored));
      const changed = {
        ...stored,
        isEnabled: enabled,
        collectionIntervalMs: Math.max(collectionInterval, LEAST_INTERVAL_MS),
        modifiedMs: Math.max(this.clock.now(), stored.modifiedMs + 1),
      };
      await this.queries.update(id, changed, transaction);
      note(changeFacts(thingOf(stored), settingsOf(stored), settingsOf(changed)));
      return this.answer(changed);
    });
  }

  private answer(schedule: FoundSchedule): Answer<MetricSchedule> {
    const headers = { 'Last-Modified': new Date(schedule.modifiedMs).toUTCString() };
    return new Answer(this.toRecord(schedule), { headers });
  }

  private toRecord(schedule: FoundSchedule): MetricSchedule {
    const { addresses } = this;
    const { id, resourceId, dataType } = schedule;
    const self = `/metric/schedule/${id}`;
    return toSchedule(toRow(schedule), [
      ...(dataType === 'MEASUREMENT' ? [addresses.link('metric', `/metric/data/${id}`)] : []),
      addresses.link('resource', `/resource/${resourceId}`),
      addresses.link('edit', self),
      addresses.link('self', self),
      addresses.console(consolePlaces.schedules(resourceId)),
    ]);
  }
}

function thingOf({ resourceId, resourceName, displayName }: FoundSchedule): AuditedThing {
  return { kind: 'schedule', id: resourceId, name: `${displayName} · ${resourceName}` };
}

function settingsOf({ isEnabled: enabled, collectionIntervalMs: collectionInterval }: FoundSchedule): object {
  return { enabled, collectionInterval };
}
