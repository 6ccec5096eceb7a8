import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { type AlertReportQuery, PRIORITIES } from '@wardstone/dto/monitoring';
import type { StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { conditionText } from '../domain/condition-text';
import { ReportTimes } from '../domain/report-times';
import { PRIORITY_NAMES, ancestryText } from '../domain/shown-names';
import { restrictionTo, timeBoundsOf } from '../report-query';
import { ReportTables } from '../report-tables';
import { AlertReportQueries, type AlertReportRow } from './alert-report.queries';

/** See rule reports-9. */
@Injectable()
export class RecentAlertsReport {
  constructor(
    private readonly queries: AlertReportQueries,
    private readonly tables: ReportTables,
    private readonly times: ReportTimes,
    private readonly urls: ConsoleUrls,
    private readonly clock: Clock,
  ) {}

  read(query: AlertReportQuery, viewer: Viewer): StreamedTable {
    const priorities = restrictionTo(PRIORITIES, query.alertPriority);
    const filter = { priorities, ...timeBoundsOf(query, this.clock.now()) };
    return this.tables.stream<AlertReportRow>(
      {
        'Creation Time': (row) => this.times.text(row.fired_ms),
        Name: (row) => row.name,
        'Condition Text': (row) => conditionsText(row),
        Priority: (row) => PRIORITY_NAMES[row.priority],
        Status: (row) => (row.ack_by === null ? 'No Ack' : `Ack (${row.ack_by})`),
        Resource: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.urls.of(consolePlaces.alert(row.resource_id, row.id)),
      },
      (after, limit) => this.queries.listAlerts(viewer, filter, after, limit),
    );
  }
}

function conditionsText(row: AlertReportRow): string {
  if (row.condition_count === 0) return 'No Conditions';
  const { category, comparator, threshold, option, unit } = row;
  if (row.condition_count > 1 || category === null) return 'Multiple Conditions';
  const metric =
    unit === null ? null : { displayName: row.metric_name ?? '', unit, isCallTime: row.is_call_time === true };
  return conditionText({ category, name: row.condition_name, comparator, threshold, option, metric });
}
