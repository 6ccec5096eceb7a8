import { Injectable } from '@nestjs/common';
import {
  type Budget,
  type FoundSeries,
  METRIC_NAME,
  type Notes,
  type Select,
  type Selection,
  selectorKey,
  type StoredSeries,
} from '@wardstone/promql';
import type { Viewer } from '../authorization/viewer';
import { ALERTS, ALERTS_FOR_STATE, PrometheusAlerts } from './prometheus-alerts.service';
import { longestLookback, PrometheusPoints } from './prometheus-points.service';
import { PrometheusSeries } from './prometheus-series.service';

/** Selections of one query, with the rights of this viewer. */
export interface WantedSelections {
  /** Queries of the same object share what they read. */
  readonly viewer: Viewer;
  readonly selections: readonly Selection[];
}

/** Data that was read for several queries together. */
export interface ReadAhead {
  /** Undefined for selections that must be read separately. */
  find(viewer: Viewer, selection: Selection): readonly StoredSeries[] | undefined;
}

const NOTHING: ReadAhead = { find: () => undefined };

/** Data for queries and alert expressions: stored series, and open alerts. */
@Injectable()
export class PrometheusSelections {
  constructor(
    private readonly series: PrometheusSeries,
    private readonly alerts: PrometheusAlerts,
    private readonly points: PrometheusPoints,
  ) {}

  selectFor(viewer: Viewer, budget: Budget, notes: Notes, ahead = NOTHING): Select {
    const selectStored = this.series.selectFor(viewer, budget, notes);
    return async (selection) => {
      const read = ahead.find(viewer, selection);
      if (read) return read;
      const alerts = await this.alerts.find(selection.matchers, selection, viewer, budget);
      return [...alerts, ...(await selectStored(selection))];
    };
  }

  /** Reads the selections of several queries with few statements; large or rare ones are left to each query. */
  async readAhead(queries: readonly WantedSelections[]): Promise<ReadAhead> {
    const begun = this.points.begin();
    const wanted = new Map<Viewer, Map<string, Selection[]>>();
    for (const { viewer, selections } of queries) {
      const ofViewer = wanted.get(viewer) ?? new Map<string, Selection[]>();
      wanted.set(viewer, ofViewer);
      for (const selection of selections.filter(mayReadAhead)) {
        const key = selectorKey(selection.matchers);
        ofViewer.set(key, [...(ofViewer.get(key) ?? []), selection]);
      }
    }
    const found: { viewer: Viewer; selection: Selection; series: readonly FoundSeries[] }[] = [];
    for (const [viewer, bySelector] of wanted) {
      const selectors = [...bySelector.values()];
      if (selectors.length === 0) continue;
      const seriesBySelector = await this.series.findTogether(
        selectors.map(([first]) => first!.matchers),
        viewer,
      );
      for (const [at, selections] of selectors.entries()) {
        const series = seriesBySelector[at];
        if (series) found.push(...selections.map((selection) => ({ viewer, selection, series })));
      }
    }
    const pointsOf = await this.points.readTogether(
      begun,
      found.map(({ selection: { from, to, looksBack }, series }) => ({
        series,
        from: looksBack ? from - longestLookback(series) : from,
        to,
      })),
    );
    const read = new Map<Viewer, Map<string, readonly StoredSeries[]>>();
    for (const [at, { viewer, selection, series }] of found.entries()) {
      const points = pointsOf[at];
      if (!points) continue;
      const ofViewer = read.get(viewer) ?? new Map<string, readonly StoredSeries[]>();
      read.set(viewer, ofViewer);
      const stored = series.map((one) => ({ ...one, points: () => points(one.scheduleId) }));
      ofViewer.set(selectionKey(selection), stored);
    }
    return { find: (viewer, selection) => read.get(viewer)?.get(selectionKey(selection)) };
  }
}

function selectionKey({ matchers, from, to, looksBack }: Selection): string {
  return `${from} ${to} ${looksBack} ${selectorKey(matchers)}`;
}

/** Open alerts are not read ahead, because they depend on the query. */
function mayReadAhead({ matchers }: Selection): boolean {
  return !matchers.some(({ name, value }) => name === METRIC_NAME && (value === ALERTS || value === ALERTS_FOR_STATE));
}
