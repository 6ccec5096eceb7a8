import { Injectable } from '@nestjs/common';
import type { StreamedTable } from '@wardstone/media-types';
import { UPDATE_STATUS_NAMES } from '../../agents/configurations/update-status';
import { mayDo, type Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { ReportTimes } from '../domain/report-times';
import { ancestryText } from '../domain/shown-names';
import { ReportTables } from '../report-tables';
import { ChangeReportQueries, type ConfigurationUpdateRow } from './change-report.queries';

/** See rule reports-6. */
@Injectable()
export class ConfigurationHistoryReport {
  constructor(
    private readonly queries: ChangeReportQueries,
    private readonly tables: ReportTables,
    private readonly times: ReportTimes,
    private readonly urls: ConsoleUrls,
  ) {}

  read(viewer: Viewer): StreamedTable {
    const mayRead = mayDo(viewer, 'CONFIGURE_READ');
    return this.tables.stream<ConfigurationUpdateRow>(
      {
        Version: (row) => row.id,
        'Date Submitted': (row) => this.times.text(row.created_ms),
        'Date Completed': (row) => this.times.text(row.modified_ms),
        Status: (row) => UPDATE_STATUS_NAMES[row.status],
        Name: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.urls.of(consolePlaces.configuration(row.resource_id, row.id)),
      },
      (after, limit) => (mayRead ? this.queries.listUpdates(viewer, after, limit) : Promise.resolve([])),
    );
  }
}
