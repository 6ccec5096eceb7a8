import { Injectable } from '@nestjs/common';
import type { CsvRow, StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { PRIORITY_NAMES, ancestryText } from '../domain/shown-names';
import { ReportTables } from '../report-tables';
import { AlertReportQueries, type DefinitionReportRow } from './alert-report.queries';

export const ALERT_DEFINITIONS_HEADER = [
  'Name',
  'Description',
  'Enabled',
  'Priority',
  'Parent',
  'Ancestry',
  'Details URL',
  'Resource',
] as const;

/** See rule reports-12. */
@Injectable()
export class AlertDefinitionsReport {
  constructor(
    private readonly queries: AlertReportQueries,
    private readonly tables: ReportTables,
    private readonly urls: ConsoleUrls,
  ) {}

  read(viewer: Viewer): StreamedTable {
    return this.tables.stream<DefinitionReportRow>(
      ALERT_DEFINITIONS_HEADER,
      (after, limit) => this.queries.listDefinitions(viewer, after?.id ?? 0, limit),
      (row) => this.cells(row),
    );
  }

  private cells(row: DefinitionReportRow): CsvRow {
    return [
      row.name,
      // The interface gives definitions no description.
      null,
      row.is_enabled,
      PRIORITY_NAMES[row.priority],
      this.parentUrl(row),
      ancestryText(row.ancestry),
      this.urls.of(consolePlaces.definition(row.resource_id, row.id)),
      row.resource_name,
    ];
  }

  private parentUrl({ parent_id, parent_type_id, parent_group_id }: DefinitionReportRow): string | null {
    if (parent_type_id !== null) {
      return this.urls.of(consolePlaces.definitionOfType(parent_type_id, parent_id!));
    }
    if (parent_group_id === null) return null;
    return this.urls.of(consolePlaces.definitionOfGroup(parent_group_id, parent_id!));
  }
}
