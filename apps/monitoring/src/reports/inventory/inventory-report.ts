import { Injectable } from '@nestjs/common';
import type { InventoryReportQuery } from '@wardstone/dto/monitoring';
import type { StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { CATEGORY_NAMES, ancestryText } from '../domain/shown-names';
import { type Columns, ReportTables } from '../report-tables';
import {
  type ComplianceRow,
  type InventoryReportFilter,
  InventoryReportQueries,
  type InventoryReportRow,
  type TypeVersionRow,
} from './inventory-report.queries';

/** A version of a type, and with drift whether what has it is in compliance. */
const TYPE: Columns<Omit<TypeVersionRow, 'resource_count'>> = {
  'Resource Type': (row) => row.type_name,
  Plugin: (row) => row.plugin_name,
  Category: (row) => CATEGORY_NAMES[row.category],
  Version: (row) => row.version,
};
const COUNTED: Columns<TypeVersionRow> = { ...TYPE, Count: (row) => row.resource_count };
const COMPLIANCE: Columns<Pick<ComplianceRow, 'is_compliant'>> = { 'In Compliance?': (row) => row.is_compliant };

/** Resources by type and version: how many there are, or each of one type. See rules reports-4, reports-5. */
@Injectable()
export class InventoryReport {
  constructor(
    private readonly queries: InventoryReportQueries,
    private readonly tables: ReportTables,
    private readonly urls: ConsoleUrls,
  ) {}

  read(query: InventoryReportQuery, viewer: Viewer): StreamedTable {
    const filter = filterOf(query);
    if (filter) return this.details(filter, viewer, {});
    return this.tables.whole(COUNTED, () => this.queries.countVersions(viewer));
  }

  /** Whether files drifted away from where they should be. */
  readCompliance(query: InventoryReportQuery, viewer: Viewer): StreamedTable {
    const filter = filterOf(query);
    if (filter) return this.details(filter, viewer, COMPLIANCE);
    return this.tables.whole({ ...COUNTED, ...COMPLIANCE }, () => this.queries.countCompliance(viewer));
  }

  /** @param extra columns between the availability and the address. */
  private details(filter: InventoryReportFilter, viewer: Viewer, extra: Columns<InventoryReportRow>): StreamedTable {
    return this.tables.stream<InventoryReportRow>(
      {
        ...TYPE,
        Name: (row) => row.name,
        Ancestry: (row) => ancestryText(row.ancestry),
        Description: (row) => row.description,
        Availability: (row) => row.availability,
        ...extra,
        'Details URL': (row) => this.urls.of(consolePlaces.resource(row.id)),
      },
      (after, limit) => this.queries.listOfType(viewer, filter, after?.id ?? 0, limit),
    );
  }
}

/** Undefined is the summary, in which a version means nothing. */
function filterOf({ resourceTypeId, version }: InventoryReportQuery): InventoryReportFilter | undefined {
  return resourceTypeId === undefined ? undefined : { typeId: resourceTypeId, version };
}
