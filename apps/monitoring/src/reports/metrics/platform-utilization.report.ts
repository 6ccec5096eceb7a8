import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { CsvRow, StreamedTable } from '@wardstone/media-types';
import { DAY_MS, HOUR_MS } from '../../metrics/domain/time-window';
import { MetricReader } from '../../metrics/storage/metric-reader';
import type { Viewer } from '../../authorization/viewer';
import { percentText } from '../domain/metric-value-text';
import { PARTS, SHARES, TOTALS, usedShare } from '../domain/utilization';
import { ReportTables } from '../report-tables';
import { MetricReportQueries, type PlatformRow } from './metric-report.queries';

export const PLATFORM_UTILIZATION_HEADER = ['Name', 'Version', ...SHARES.map(({ heading }) => heading)] as const;

/** Clocks of agents may be ahead of ours (rule agents-6). */
const AHEAD_MS = 10 * 60_000;

/** See rule reports-7. */
@Injectable()
export class PlatformUtilizationReport {
  constructor(
    private readonly queries: MetricReportQueries,
    private readonly reader: MetricReader,
    private readonly tables: ReportTables,
    private readonly clock: Clock,
  ) {}

  read(viewer: Viewer): StreamedTable {
    return this.tables.streamBlocks<PlatformRow>(
      PLATFORM_UTILIZATION_HEADER,
      (after, limit) => this.queries.listPlatforms(viewer, [...PARTS, ...TOTALS], after?.id ?? 0, limit),
      (rows) => this.cellsOf(rows),
    );
  }

  private async cellsOf(rows: readonly PlatformRow[]): Promise<CsvRow[]> {
    const running = rows.filter(({ availability }) => availability === 'UP');
    const idsOf = (names: readonly string[]): number[] =>
      running.flatMap(({ schedules }) => names.flatMap((name) => schedules[name] ?? []));
    const nowMs = this.clock.now();
    const readSince = (ids: readonly number[], ageMs: number): ReturnType<MetricReader['readLatest']> =>
      this.reader.readLatest(ids, { start: nowMs - ageMs, end: nowMs + AHEAD_MS });
    const newest = new Map([
      ...(await readSince(idsOf(PARTS), HOUR_MS)),
      ...(await readSince(idsOf(TOTALS), 7 * DAY_MS)),
    ]);
    return rows.map((row) => {
      const known = Object.entries(row.schedules).filter(([, id]) => newest.has(id));
      const values = new Map(known.map(([name, id]) => [name, newest.get(id)!.value]));
      const shares = SHARES.map((share) => usedShare(share, values));
      return [row.name, row.version, ...shares.map((share) => (share === undefined ? 'NA' : percentText(share)))];
    });
  }
}
