import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { ChangesQuery, DaysQuery, ReportTrendRecord, SystemTrendRecord } from '@wardstone/dto/compliance';
import { ParameterError } from '../api/domain/parameter-error';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import type { ListRequest } from '../api/request';
import { type SystemReach, toSystemReach } from '../systems/domain/system-reach';
import { SystemsService } from '../systems/systems.service';
import { toUtcDay, ROLLED_UP_DAYS } from '../stored-results/domain/days';
import { type Days, daysFrom, everyDay, type TrendPoint } from './domain/trend';
import type { ReportScope } from './reports.queries';
import { ReportsService } from './reports.service';
import { TrendsQueries } from './trends.queries';

/** Trends of reports (rule compliance-39). */
@Injectable()
export class TrendsService {
  constructor(
    private readonly queries: TrendsQueries,
    private readonly reports: ReportsService,
    private readonly systems: SystemsService,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_parameter, report_not_found */
  async readReport(request: ListRequest<'report_id', DaysQuery>): Promise<ReportTrendRecord> {
    const days = this.toDays(request);
    const report_id = await this.reports.require(request);
    const { caller } = request;
    const points = await this.findPoints(caller.orgId, toSystemReach(caller), report_id, days);
    return { report_id, points, type: 'report_trend' };
  }

  /** The 90 days before a time. */
  findUntil(
    orgId: string,
    { reach, reportId, at }: { reach: SystemReach; reportId: string; at: Date },
  ): Promise<TrendPoint[]> {
    return this.findPoints(orgId, reach, reportId, this.toDays({ to: toUtcDay(at.getTime()) }));
  }

  /** @throws invalid_parameter, report_not_found, system_not_found */
  async readSystem(request: ListRequest<'report_id' | 'system_id', DaysQuery>): Promise<SystemTrendRecord> {
    const days = this.toDays(request);
    const reportId = await this.reports.require(request);
    const { id: system_id } = await this.systems.requireParent(request);
    const points = await this.queries.findSystem(request.caller.orgId, reportId, system_id, days);
    return { system_id, points, type: 'system_trend' };
  }

  /** @throws invalid_parameter, report_not_found */
  async listChanges(request: ListRequest<'report_id', ChangesQuery>): Promise<ListEnvelope> {
    const days = this.toDays(request);
    const reportId = await this.reports.require(request);
    const { caller, limit, offset } = request;
    const page = await this.queries.findChanges(caller.orgId, this.toScope(caller), reportId, {
      ...days,
      limit,
      offset,
    });
    const records = page.records.map((row) => ({ ...row, type: 'system_change' }));
    return listEnvelope({ ...request, ids_only: false }, { total: page.total, records });
  }

  private async findPoints(orgId: string, reach: SystemReach, reportId: string, days: Days): Promise<TrendPoint[]> {
    const scope = { reach, at: new Date(this.clock.now()) };
    return everyDay(await this.queries.findReport(orgId, scope, reportId, days), days);
  }

  private toDays(given: DaysQuery): Days {
    const days = daysFrom(given, this.clock.now(), ROLLED_UP_DAYS);
    if (!days) throw new ParameterError('from must not be after to');
    return days;
  }

  private toScope(caller: CallerIdentity): ReportScope {
    return { reach: toSystemReach(caller), at: new Date(this.clock.now()) };
  }
}
