import { Injectable } from '@nestjs/common';
import type { Budget, Notes, Select } from '@wardstone/promql';
import type { Viewer } from '../authorization/viewer';
import { PrometheusAlerts } from './prometheus-alerts.service';
import { PrometheusSeries } from './prometheus-series.service';

/** Data for queries and alert expressions: stored series, and open alerts. */
@Injectable()
export class PrometheusSelections {
  constructor(
    private readonly series: PrometheusSeries,
    private readonly alerts: PrometheusAlerts,
  ) {}

  selectFor(viewer: Viewer, budget: Budget, notes: Notes): Select {
    const selectStored = this.series.selectFor(viewer, budget, notes);
    return async (selection) => {
      const alerts = await this.alerts.find(selection.matchers, selection, viewer, budget);
      return [...alerts, ...(await selectStored(selection))];
    };
  }
}
