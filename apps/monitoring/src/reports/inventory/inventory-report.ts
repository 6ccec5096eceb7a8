import { Injectable } from '@nestjs/common';
import type { InventoryReportQuery } from '@wardstone/dto/monitoring';
import { type CsvRow, StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { consolePlaces } from '../../api/console-places';
import { ConsoleUrls } from '../console-urls';
import { CATEGORY_NAMES, ancestryText } from '../domain/shown-names';
import { ReportTables } from '../report-tables';
import {
  type InventoryReportFilter,
  InventoryReportQueries,
  type InventoryReportRow,
  type TypeVersionRow,
} from './inventory-report.queries';

const TYPE_COLUMNS = ['Resource Type', 'Plugin', 'Category', 'Version'] as const;
const DETAIL_COLUMNS = [...TYPE_COLUMNS, 'Name', 'Ancestry', 'Description', 'Availability'] as const;

export const INVENTORY_SUMMARY_HEADER = [...TYPE_COLUMNS, 'Count'] as const;
export const INVENTORY_DETAILS_HEADER = [...DETAIL_COLUMNS, 'Details URL'] as const;
export const COMPLIANCE_SUMMARY_HEADER = [...TYPE_COLUMNS, 'Count', 'In Compliance?'] as const;
export const COMPLIANCE_DETAILS_HEADER = [...DETAIL_COLUMNS, 'In Compliance?', 'Details URL'] as const;

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
    if (filter) return this.details(INVENTORY_DETAILS_HEADER, filter, viewer, () => []);
    return summary(INVENTORY_SUMMARY_HEADER, async () => (await this.queries.countVersions(viewer)).map(summaryCells));
  }

  /** Whether files drifted away from where they should be. */
  readCompliance(query: InventoryReportQuery, viewer: Viewer): StreamedTable {
    const filter = filterOf(query);
    if (filter) return this.details(COMPLIANCE_DETAILS_HEADER, filter, viewer, ({ is_compliant }) => [is_compliant]);
    return summary(COMPLIANCE_SUMMARY_HEADER, async () =>
      (await this.queries.countCompliance(viewer)).map((row) => [...summaryCells(row), row.is_compliant]),
    );
  }

  /** @param extra cells between the availability and the address. */
  private details(
    header: readonly string[],
    filter: InventoryReportFilter,
    viewer: Viewer,
    extra: (row: InventoryReportRow) => CsvRow,
  ): StreamedTable {
    return this.tables.stream<InventoryReportRow>(
      header,
      (after, limit) => this.queries.listOfType(viewer, filter, after?.id ?? 0, limit),
      (row) => [
        ...typeCells(row),
        row.name,
        ancestryText(row.ancestry),
        row.description,
        row.availability,
        ...extra(row),
        this.urls.of(consolePlaces.resource(row.id)),
      ],
    );
  }
}

/** Undefined is the summary, in which a version means nothing. */
function filterOf({ resourceTypeId, version }: InventoryReportQuery): InventoryReportFilter | undefined {
  return resourceTypeId === undefined ? undefined : { typeId: resourceTypeId, version };
}

function typeCells(row: Omit<TypeVersionRow, 'resource_count'>): CsvRow {
  return [row.type_name, row.plugin_name, CATEGORY_NAMES[row.category], row.version];
}

function summaryCells(row: TypeVersionRow): CsvRow {
  return [...typeCells(row), row.resource_count];
}

/** A table of one block: there are only as many rows as versions. */
function summary(header: readonly string[], read: () => Promise<CsvRow[]>): StreamedTable {
  async function* blocks(): AsyncGenerator<CsvRow[]> {
    yield await read();
  }
  return new StreamedTable(header, blocks());
}
