import { Injectable } from '@nestjs/common';
import type { CsvRow, StreamedTable } from '@wardstone/media-types';
import { UPDATE_STATUS_NAMES } from '../../agents/configurations/update-status';
import { mayDo, type Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { ReportTimes } from '../domain/report-times';
import { ancestryText } from '../domain/shown-names';
import { ReportTables } from '../report-tables';
import { ChangeReportQueries, type ConfigurationUpdateRow } from './change-report.queries';

export const CONFIGURATION_HISTORY_HEADER = [
  'Version',
  'Date Submitted',
  'Date Completed',
  'Status',
  'Name',
  'Ancestry',
  'Details URL',
] as const;

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
      CONFIGURATION_HISTORY_HEADER,
      (after, limit) => (mayRead ? this.queries.listUpdates(viewer, after, limit) : Promise.resolve([])),
      (row) => this.cells(row),
    );
  }

  private cells(row: ConfigurationUpdateRow): CsvRow {
    return [
      row.id,
      this.times.text(row.created_ms),
      this.times.text(row.modified_ms),
      UPDATE_STATUS_NAMES[row.status],
      row.resource_name,
      ancestryText(row.ancestry),
      this.urls.of(consolePlaces.configuration(row.resource_id, row.id)),
    ];
  }
}
