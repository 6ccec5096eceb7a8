import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Link } from '@wardstone/dto';
import {
  type AlertReportQuery,
  DRIFT_CATEGORIES,
  type DriftReportQuery,
  HISTORY_STATUSES,
  type InventoryReportQuery,
  type OperationReportQuery,
  PRIORITIES,
} from '@wardstone/dto/monitoring';
import {
  type CsvRow,
  CsvTable,
  Figure,
  type MediaType,
  REPRESENTATION_OPTIONS,
  type RepresentationOptions,
  type StreamedTable,
} from '@wardstone/media-types';
import { DAY_MS, HOUR_MS } from '@wardstone/metric-points';
import { UPDATE_STATUS_NAMES, ancestryText, CATEGORY_NAMES, PRIORITY_NAMES } from './domain/shown-names';
import { Addresses, consoleAddress, type ConsolePlace, consolePlaces } from '../api/addresses';
import { mayDo, type Viewer } from '../authorization/viewer';
import { MetricReader } from '../metrics/storage/metric-reader';
import { MonitoringConfig } from '../monitoring.config';
import { STATUS_NAMES } from '../operations/history-status';
import { AlertReportQueries, type AlertReportRow, type DefinitionReportRow } from './alert-report.queries';
import {
  ChangeReportQueries,
  type ConfigurationUpdateRow,
  type DriftReportRow,
  type OperationReportRow,
} from './change-report.queries';
import { conditionText } from './domain/condition-text';
import { metricValueText, percentText } from './domain/metric-value-text';
import { ReportTimes } from './domain/report-times';
import { PARTS, SHARES, TOTALS, usedShare } from './domain/utilization';
import { REPORT_NAMES, type ReportName } from './report-examples';
import { type Columns, ReportTables } from './report-tables';
import type { TimeBounds } from './report.sql';
import {
  type ComplianceRow,
  type InventoryReportRow,
  type PlatformRow,
  ResourceReportQueries,
  type SuspectRow,
  type TypeVersionRow,
} from './resource-report.queries';

/** How far the clocks of agents may be ahead (rule agents-6). */
const AHEAD_MS = 10 * 60_000;

/** A version of a type; in drift reports with its compliance. */
const TYPE: Columns<Omit<TypeVersionRow, 'resource_count'>> = {
  'Resource Type': (row) => row.type_name,
  Plugin: (row) => row.plugin_name,
  Category: (row) => CATEGORY_NAMES[row.category],
  Version: (row) => row.version,
};
const COUNTED: Columns<TypeVersionRow> = { ...TYPE, Count: (row) => row.resource_count };
const COMPLIANCE: Columns<Pick<ComplianceRow, 'is_compliant'>> = { 'In Compliance?': (row) => row.is_compliant };

/** Columns and order of rows of the reports. See rule reports-1. */
@Injectable()
export class ReportsService {
  private readonly times: ReportTimes;

  constructor(
    private readonly alerts: AlertReportQueries,
    private readonly changes: ChangeReportQueries,
    private readonly resources: ResourceReportQueries,
    private readonly reader: MetricReader,
    private readonly tables: ReportTables,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
    @Inject(REPRESENTATION_OPTIONS) private readonly options: RepresentationOptions,
    { REPORT_TIME_ZONE: timeZone, REPORT_LOCALE: locale }: MonitoringConfig,
  ) {
    this.times = new ReportTimes({ timeZone, locale });
  }

  /** A table in CSV, links in every other type. See rule reports-2. */
  list(type: MediaType): CsvTable | Link[] {
    const path = (name: ReportName): string => `/reports/${name}${type === 'html' ? asClicked(name) : ''}`;
    if (type !== 'csv') return REPORT_NAMES.map((name) => this.addresses.link(name, path(name)));
    return new CsvTable(
      ['Report', 'URL'],
      REPORT_NAMES.map((name) => [name, this.addresses.of(path(name))]),
    );
  }

  /** See rule reports-12. */
  alertDefinitions(viewer: Viewer): StreamedTable {
    return this.tables.stream<DefinitionReportRow>(
      {
        Name: (row) => row.name,
        // Definitions have no description in the API.
        Description: () => null,
        Enabled: (row) => row.is_enabled,
        Priority: (row) => PRIORITY_NAMES[row.priority],
        Parent: (row) => this.parentUrl(row),
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.url(consolePlaces.definition(row.resource_id, row.id)),
        Resource: (row) => row.resource_name,
      },
      (after, limit) => this.alerts.listDefinitions(viewer, after?.id ?? 0, limit),
    );
  }

  /** See rule reports-6. */
  configurationHistory(viewer: Viewer): StreamedTable {
    const mayRead = mayDo(viewer, 'CONFIGURE_READ');
    return this.tables.stream<ConfigurationUpdateRow>(
      {
        Version: (row) => row.id,
        'Date Submitted': (row) => this.times.text(row.created_ms),
        'Date Completed': (row) => this.times.text(row.modified_ms),
        Status: (row) => UPDATE_STATUS_NAMES[row.status],
        Name: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.url(consolePlaces.configuration(row.resource_id, row.id)),
      },
      (after, limit) => (mayRead ? this.changes.listUpdates(viewer, after, limit) : Promise.resolve([])),
    );
  }

  /** Drift compliance by type and version, or of each resource of a type. See rule reports-5. */
  driftCompliance(query: InventoryReportQuery, viewer: Viewer): StreamedTable {
    if (query.resourceTypeId !== undefined) return this.ofType(query.resourceTypeId, query, viewer, COMPLIANCE);
    return this.tables.whole({ ...COUNTED, ...COMPLIANCE }, () => this.resources.countCompliance(viewer));
  }

  /** Resources by type and version, or each of one type; without a type, a version is ignored. See rule reports-4. */
  inventorySummary(query: InventoryReportQuery, viewer: Viewer): StreamedTable {
    if (query.resourceTypeId !== undefined) return this.ofType(query.resourceTypeId, query, viewer, {});
    return this.tables.whole(COUNTED, () => this.resources.countVersions(viewer));
  }

  /** See rule reports-7. */
  platformUtilization(viewer: Viewer): StreamedTable {
    return this.tables.streamBlocks<PlatformRow>(
      ['Name', 'Version', ...SHARES.map(({ heading }) => heading)],
      (after, limit) => this.resources.listPlatforms(viewer, [...PARTS, ...TOTALS], after?.id ?? 0, limit),
      (rows) => this.readUtilization(rows),
    );
  }

  /** See rule reports-9. */
  recentAlerts(query: AlertReportQuery, viewer: Viewer): StreamedTable {
    const filter = { priorities: restrictionTo(PRIORITIES, query.alertPriority), ...this.toBounds(query) };
    return this.tables.stream<AlertReportRow>(
      {
        'Creation Time': (row) => this.times.text(row.fired_ms),
        Name: (row) => row.name,
        'Condition Text': (row) => conditionsText(row),
        Priority: (row) => PRIORITY_NAMES[row.priority],
        Status: (row) => (row.ack_by === null ? 'No Ack' : `Ack (${row.ack_by})`),
        Resource: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.url(consolePlaces.alert(row.resource_id, row.id)),
      },
      (after, limit) => this.alerts.listAlerts(viewer, filter, after, limit),
    );
  }

  /** See rule reports-10. */
  recentDrift(query: DriftReportQuery, viewer: Viewer): StreamedTable {
    const { categories, snapshot, path: pathPart, definition: definitionPart } = query;
    const filter = { categories, snapshot, pathPart, definitionPart, ...this.toBounds(query) };
    return this.tables.stream<DriftReportRow>(
      {
        'Creation Time': (row) => this.times.text(row.created_ms),
        Definition: (row) => row.definition,
        Snapshot: (row) => row.version,
        Category: (row) => row.category,
        Path: (row) => row.path,
        Resource: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.url(consolePlaces.drift(row.resource_id, row.definition_id, row.id)),
      },
      (after, limit) => this.changes.listDrift(viewer, filter, after?.id ?? 0, limit),
    );
  }

  /** See rule reports-11. */
  recentOperations(query: OperationReportQuery, viewer: Viewer): StreamedTable {
    // Names in requests are compared case-insensitively.
    const filter = { statuses: restrictionTo(HISTORY_STATUSES, query.status), ...this.toBounds(query) };
    return this.tables.stream<OperationReportRow>(
      {
        'Date Submitted': (row) => this.times.text(row.started_ms),
        Operation: (row) => row.operation,
        Requester: (row) => row.requested_by,
        Status: (row) => STATUS_NAMES[row.status].display,
        Resource: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        'Details URL': (row) => this.url(consolePlaces.operation(row.resource_id, row.id)),
      },
      (after, limit) => this.changes.listOperations(viewer, filter, after, limit),
    );
  }

  /** See rule reports-8. */
  suspectMetrics(viewer: Viewer): StreamedTable {
    return this.tables.stream<SuspectRow>(
      {
        Resource: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        Metric: (row) => row.metric_name,
        Band: (row) =>
          new Figure(`${metricValueText(row.baseline_min, row.unit)} ${metricValueText(row.baseline_max, row.unit)}`),
        Outlier: (row) => new Figure(metricValueText(toOutlier(row), row.unit)),
        'Out of Range Factor (%)': (row) => row.factor,
        'Date/Time': (row) => this.times.text(row.time_ms),
      },
      (after, limit) => this.resources.listSuspects(viewer, after, limit),
    );
  }

  private parentUrl({ parent_id, parent_type_id, parent_group_id }: DefinitionReportRow): string | null {
    if (parent_type_id !== null) return this.url(consolePlaces.definitionOfType(parent_type_id, parent_id!));
    if (parent_group_id === null) return null;
    return this.url(consolePlaces.definitionOfGroup(parent_group_id, parent_id!));
  }

  /** @param extra columns between availability and URL */
  private ofType(
    typeId: number,
    { version }: InventoryReportQuery,
    viewer: Viewer,
    extra: Columns<InventoryReportRow>,
  ): StreamedTable {
    return this.tables.stream<InventoryReportRow>(
      {
        ...TYPE,
        Name: (row) => row.name,
        Ancestry: (row) => ancestryText(row.ancestry),
        Description: (row) => row.description,
        Availability: (row) => row.availability,
        ...extra,
        'Details URL': (row) => this.url(consolePlaces.resource(row.id)),
      },
      (after, limit) => this.resources.listOfType(viewer, { typeId, version }, after?.id ?? 0, limit),
    );
  }

  private async readUtilization(rows: readonly PlatformRow[]): Promise<CsvRow[]> {
    const running = rows.filter(({ availability }) => availability === 'UP');
    const toIds = (names: readonly string[]): number[] =>
      running.flatMap(({ schedules }) => names.flatMap((name) => schedules[name] ?? []));
    const nowMs = this.clock.now();
    const readSince = (ids: readonly number[], ageMs: number): ReturnType<MetricReader['readLatest']> =>
      this.reader.readLatest(ids, { start: nowMs - ageMs, end: nowMs + AHEAD_MS });
    const newest = new Map([
      ...(await readSince(toIds(PARTS), HOUR_MS)),
      ...(await readSince(toIds(TOTALS), 7 * DAY_MS)),
    ]);
    return rows.map((row) => {
      const known = Object.entries(row.schedules).filter(([, id]) => newest.has(id));
      const values = new Map(known.map(([name, id]) => [name, newest.get(id)!.value]));
      const shares = SHARES.map((share) => usedShare(share, values));
      return [row.name, row.version, ...shares.map((share) => (share === undefined ? 'NA' : percentText(share)))];
    });
  }

  /** A start without an end means until now. See rule reports-1. */
  private toBounds({ startTime, endTime }: { startTime?: number; endTime?: number }): TimeBounds {
    return { startMs: startTime, endMs: endTime ?? (startTime === undefined ? undefined : this.clock.now()) };
  }

  /** URL of a page, always with a port. */
  private url(place: ConsolePlace): string {
    const { publicBaseUrl, consoleUrl } = this.options;
    return consoleAddress(place, {
      publicBaseUrl: withPort(publicBaseUrl),
      consoleUrl: consoleUrl === undefined ? undefined : withPort(consoleUrl),
    });
  }
}

function withPort(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? '443' : '80')}${pathname.replace(/\/$/, '')}`;
}

/** URL for links on pages; reports themselves have no page. */
function asClicked(name: ReportName): string {
  return name === 'recentDrift' ? `.csv?categories=${DRIFT_CATEGORIES.join()}` : '.csv';
}

/** Chosen constants; undefined for all, and if none is given. */
function restrictionTo<C>(constants: readonly C[], chosen: readonly C[] | undefined): readonly C[] | undefined {
  return chosen?.length === constants.length ? undefined : chosen;
}

function conditionsText(row: AlertReportRow): string {
  if (row.condition_count === 0) return 'No Conditions';
  const { category, comparator, threshold, option, unit } = row;
  if (row.condition_count > 1 || category === null) return 'Multiple Conditions';
  const metric =
    unit === null ? null : { displayName: row.metric_name ?? '', unit, isCallTime: row.is_call_time === true };
  return conditionText({ category, name: row.condition_name, comparator, threshold, option, metric });
}

/** The extreme of the hour that is farther outside of the baseline. */
function toOutlier({ baseline_min, baseline_max, hour_min, hour_max }: SuspectRow): number | null {
  if (baseline_min === null || baseline_max === null || hour_min === null || hour_max === null) return null;
  return baseline_min - hour_min < hour_max - baseline_max ? hour_max : hour_min;
}
