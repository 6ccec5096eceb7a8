import { Injectable } from '@nestjs/common';
import type { StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { PRIORITY_NAMES, ancestryText } from '../domain/shown-names';
import { ReportTables } from '../report-tables';
import { AlertReportQueries, type DefinitionReportRow } from './alert-report.queries';

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
      {
        Name: (row) => row.name,
        // The interface gives definitions no description.
        Description: () => null,
        Enabled: (row) => row.is_enabled,
        Priority: (row) => PRIORITY_NAMES[row.priority],
        Parent: (row) => this.parentUrl(row),
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.urls.of(consolePlaces.definition(row.resource_id, row.id)),
        Resource: (row) => row.resource_name,
      },
      (after, limit) => this.queries.listDefinitions(viewer, after?.id ?? 0, limit),
    );
  }

  private parentUrl({ parent_id, parent_type_id, parent_group_id }: DefinitionReportRow): string | null {
    if (parent_type_id !== null) {
      return this.urls.of(consolePlaces.definitionOfType(parent_type_id, parent_id!));
    }
    if (parent_group_id === null) return null;
    return this.urls.of(consolePlaces.definitionOfGroup(parent_group_id, parent_id!));
  }
}
