import { Module } from '@nestjs/common';
import { AlertDefinitionsModule } from '../alert-definitions/alert-definitions.module';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { ReceivedSeriesModule } from '../ingest/received-series.module';
import { PrometheusController } from './prometheus.controller';
import { PrometheusAlertQueries } from './prometheus-alerts.queries';
import { PrometheusAlerts } from './prometheus-alerts.service';
import { PrometheusDefinitions } from './prometheus-definitions.service';
import { PrometheusPoints } from './prometheus-points.service';
import { PrometheusRules } from './prometheus-rules.service';
import { RemoteWriteController } from './remote-write.controller';
import { RemoteWrite } from './remote-write.service';
import { PrometheusSelections } from './prometheus-selections';
import { PrometheusService } from './prometheus.service';
import { PrometheusSeries } from './prometheus-series.service';
import { ResolvedSelectors } from './resolved-selectors';
import { PrometheusSeriesQueries } from './prometheus-series.queries';
import { ReceivedLabelQueries } from './received-labels.queries';

/** Metrics in Prometheus' interface: its query language and the read side of its HTTP API. */
@Module({
  imports: [AlertDefinitionsModule, MetricStorageModule, ReceivedSeriesModule],
  controllers: [PrometheusController, RemoteWriteController],
  providers: [
    RemoteWrite,
    PrometheusService,
    PrometheusSeries,
    ResolvedSelectors,
    PrometheusDefinitions,
    PrometheusPoints,
    PrometheusAlerts,
    PrometheusRules,
    PrometheusSelections,
    PrometheusSeriesQueries,
    PrometheusAlertQueries,
    ReceivedLabelQueries,
  ],
  exports: [PrometheusSelections],
})
export class PrometheusModule {}
