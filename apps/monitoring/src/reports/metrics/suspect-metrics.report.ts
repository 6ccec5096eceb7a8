import { Injectable } from '@nestjs/common';
import { type CsvRow, Figure, type StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { metricValueText } from '../domain/metric-value-text';
import { ReportTimes } from '../domain/report-times';
import { ancestryText } from '../domain/shown-names';
import { ReportTables } from '../report-tables';
import { MetricReportQueries, type SuspectRow } from './metric-report.queries';

export const SUSPECT_METRICS_HEADER = [
  'Resource',
  'Ancestry',
  'Metric',
  'Band',
  'Outlier',
  'Out of Range Factor (%)',
  'Date/Time',
] as const;

/** See rule reports-8. */
@Injectable()
export class SuspectMetricsReport {
  constructor(
    private readonly queries: MetricReportQueries,
    private readonly tables: ReportTables,
    private readonly times: ReportTimes,
  ) {}

  read(viewer: Viewer): StreamedTable {
    return this.tables.stream<SuspectRow>(
      SUSPECT_METRICS_HEADER,
      (after, limit) => this.queries.listSuspects(viewer, after, limit),
      (row) => this.cells(row),
    );
  }

  private cells(row: SuspectRow): CsvRow {
    const { unit, baseline_min: low, baseline_max: high } = row;
    return [
      row.resource_name,
      ancestryText(row.ancestry),
      row.metric_name,
      new Figure(`${metricValueText(low, unit)} ${metricValueText(high, unit)}`),
      new Figure(metricValueText(outlierOf(row), unit)),
      row.factor,
      this.times.text(row.time_ms),
    ];
  }
}

/** The end of the hour's range that lies farther beyond the band. */
function outlierOf({ baseline_min, baseline_max, hour_min, hour_max }: SuspectRow): number | null {
  if (baseline_min === null || baseline_max === null || hour_min === null || hour_max === null) return null;
  return baseline_min - hour_min < hour_max - baseline_max ? hour_max : hour_min;
}
