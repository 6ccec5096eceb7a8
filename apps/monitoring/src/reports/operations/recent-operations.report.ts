import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { HISTORY_STATUSES, type OperationReportQuery } from '@wardstone/dto/monitoring';
import type { StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { ReportTimes } from '../domain/report-times';
import { ancestryText } from '../domain/shown-names';
import { restrictionTo, timeBoundsOf } from '../report-query';
import { ReportTables } from '../report-tables';
import { OperationReportQueries, type OperationReportRow } from './operation-report.queries';
import { STATUS_NAMES } from '../../operations/history-status';

/** See rule reports-11. */
@Injectable()
export class RecentOperationsReport {
  constructor(
    private readonly queries: OperationReportQueries,
    private readonly tables: ReportTables,
    private readonly times: ReportTimes,
    private readonly urls: ConsoleUrls,
    private readonly clock: Clock,
  ) {}

  read(query: OperationReportQuery, viewer: Viewer): StreamedTable {
    // Those of the wire are the same but for letter case, which does not count.
    const statuses = restrictionTo(HISTORY_STATUSES, query.status);
    const filter = { statuses, ...timeBoundsOf(query, this.clock.now()) };
    return this.tables.stream<OperationReportRow>(
      {
        'Date Submitted': (row) => this.times.text(row.started_ms),
        Operation: (row) => row.operation,
        Requester: (row) => row.requested_by,
        Status: (row) => STATUS_NAMES[row.status].display,
        Resource: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.urls.of(consolePlaces.operation(row.resource_id, row.id)),
      },
      (after, limit) => this.queries.list(viewer, filter, after, limit),
    );
  }
}
