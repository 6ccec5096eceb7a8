import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { getLookbackMs } from '@wardstone/metric-points';
import {
  type Budget,
  byLabels,
  forSearch,
  type FoundSeries,
  Labels,
  type Matcher,
  pacedSort,
  selectorKey,
  UNITS_PER_SERIES,
} from '@wardstone/promql';
import { LRUCache } from 'lru-cache';
import { type PackedSeries, PrometheusSeriesQueries, seriesBlocks } from './prometheus-series.queries';

/** Labels kept in memory, in characters. */
const MAX_CHARACTERS = 8_000_000;
/** Series of all kept selectors, some 100 bytes each. */
const MAX_SERIES = 300_000;

/**
 * Received series by selector, in the order of their labels. The database returns the present series that the caller
 * sees, and their labels never change: they are read, matched and sorted only when series were added or removed.
 */
@Injectable()
export class ResolvedSelectors {
  private readonly labels = new LRUCache<number, Labels>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ key }) => key.length,
  });
  private readonly selectors = new LRUCache<string, readonly FoundSeries[]>({
    maxSize: MAX_SERIES,
    sizeCalculation: (series) => 1 + series.length,
  });

  constructor(private readonly queries: PrometheusSeriesQueries) {}

  /** @param packed series; the selector accepts some or all of them */
  async resolve(matchers: readonly Matcher[], packed: Buffer, budget: Budget): Promise<readonly FoundSeries[]> {
    const key = createHash('sha256').update(packed).update(selectorKey(matchers)).digest('base64');
    const known = this.selectors.get(key);
    if (known) return known;
    const search = forSearch(matchers);
    const found: FoundSeries[] = [];
    for (const rows of seriesBlocks(packed)) {
      if (budget.tick(rows.length * UNITS_PER_SERIES)) await budget.rest();
      const labelsOf = await this.read(rows);
      for (const { scheduleId, intervalMs } of rows) {
        const labels = labelsOf.get(scheduleId);
        // It was deleted meanwhile.
        if (!labels || !search.every(({ name, accepts }) => accepts(labels.get(name)))) continue;
        found.push({ scheduleId, isReceived: true, lookbackMs: getLookbackMs(intervalMs), labels });
      }
    }
    const series = await pacedSort(found, byLabels, budget);
    this.selectors.set(key, series);
    return series;
  }

  private async read(series: readonly PackedSeries[]): Promise<ReadonlyMap<number, Labels>> {
    const found = new Map<number, Labels>();
    const missing: number[] = [];
    for (const { scheduleId } of series) {
      const known = this.labels.get(scheduleId);
      if (known) found.set(scheduleId, known);
      else missing.push(scheduleId);
    }
    if (missing.length === 0) return found;
    for (const { scheduleId, labels } of await this.queries.listLabels(missing)) {
      const read = Labels.of(Object.entries(labels));
      found.set(scheduleId, read);
      this.labels.set(scheduleId, read);
    }
    return found;
  }
}
