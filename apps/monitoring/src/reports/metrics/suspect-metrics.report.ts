import { Injectable } from '@nestjs/common';
import { Figure, type StreamedTable } from '@wardstone/media-types';
import type { Viewer } from '../../authorization/viewer';
import { metricValueText } from '../domain/metric-value-text';
import { ReportTimes } from '../domain/report-times';
import { ancestryText } from '../domain/shown-names';
import { ReportTables } from '../report-tables';
import { MetricReportQueries, type SuspectRow } from './metric-report.queries';

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
      {
        Resource: (row) => row.resource_name,
        Ancestry: (row) => ancestryText(row.ancestry),
        Metric: (row) => row.metric_name,
        Band: (row) =>
          new Figure(`${metricValueText(row.baseline_min, row.unit)} ${metricValueText(row.baseline_max, row.unit)}`),
        Outlier: (row) => new Figure(metricValueText(outlierOf(row), row.unit)),
        'Out of Range Factor (%)': (row) => row.factor,
        'Date/Time': (row) => this.times.text(row.time_ms),
      },
      (after, limit) => this.queries.listSuspects(viewer, after, limit),
    );
  }
}

/** The end of the hour's range that lies farther beyond the band. */
function outlierOf({ baseline_min, baseline_max, hour_min, hour_max }: SuspectRow): number | null {
  if (baseline_min === null || baseline_max === null || hour_min === null || hour_max === null) return null;
  return baseline_min - hour_min < hour_max - baseline_max ? hour_max : hour_min;
}
