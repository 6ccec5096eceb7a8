import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { DriftReportQuery } from '@wardstone/dto/monitoring';
import type { StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { ReportTimes } from '../domain/report-times';
import { ancestryText } from '../domain/shown-names';
import { timeBoundsOf } from '../report-query';
import { ReportTables } from '../report-tables';
import { ChangeReportQueries, type DriftReportRow } from './change-report.queries';

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
      {
        'Creation Time': (row) => this.times.text(row.created_ms),
        Definition: (row) => row.definition,
        Snapshot: (row) => row.version,
        Category: (row) => row.category,
        Path: (row) => row.path,
        Resource: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.urls.of(consolePlaces.drift(row.resource_id, row.definition_id, row.id)),
      },
      (after, limit) => this.queries.listDrift(viewer, filter, after?.id ?? 0, limit),
    );
  }
}
