import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { DriftReportQuery } from '@wardstone/dto/monitoring';
import type { CsvRow, StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { ReportTimes } from '../domain/report-times';
import { ancestryText } from '../domain/shown-names';
import { timeBoundsOf } from '../report-query';
import { ReportTables } from '../report-tables';
import { ChangeReportQueries, type DriftReportRow } from './change-report.queries';

export const RECENT_DRIFT_HEADER = [
  'Creation Time',
  'Definition',
  'Snapshot',
  'Category',
  'Path',
  'Resource',
  'Ancestry',
  'Details URL',
] as const;

/** See rule reports-10. */
@Injectable()
export class RecentDriftReport {
  constructor(
    private readonly queries: ChangeReportQueries,
    private readonly tables: ReportTables,
    private readonly times: ReportTimes,
    private readonly urls: ConsoleUrls,
    private readonly clock: Clock,
  ) {}

  read(query: DriftReportQuery, viewer: Viewer): StreamedTable {
    const filter = {
      categories: query.categories,
      snapshot: query.snapshot,
      pathPart: query.path,
      definitionPart: query.definition,
      ...timeBoundsOf(query, this.clock.now()),
    };
    return this.tables.stream<DriftReportRow>(
      RECENT_DRIFT_HEADER,
      (after, limit) => this.queries.listDrift(viewer, filter, after?.id ?? 0, limit),
      (row) => this.cells(row),
    );
  }

  private cells(row: DriftReportRow): CsvRow {
    return [
      this.times.text(row.created_ms),
      row.definition,
      row.version,
      row.category,
      row.path,
      row.resource_name,
      ancestryText(row.ancestry),
      this.urls.of(consolePlaces.drift(row.resource_id, row.definition_id, row.id)),
    ];
  }
}
