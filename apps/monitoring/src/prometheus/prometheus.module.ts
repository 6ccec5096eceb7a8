import { Module } from '@nestjs/common';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { PrometheusController } from './prometheus.controller';
import { PrometheusAlertQueries } from './prometheus-alerts.queries';
import { PrometheusAlerts } from './prometheus-alerts.service';
import { PrometheusPoints } from './prometheus-points.service';
import { PrometheusService } from './prometheus.service';
import { PrometheusSeries } from './prometheus-series.service';
import { PrometheusSeriesQueries } from './prometheus-series.queries';

/** Metrics as Prometheus exposes them: its query language and the read side of its HTTP API. */
@Module({
  imports: [MetricStorageModule],
  controllers: [PrometheusController],
  providers: [
    PrometheusService,
    PrometheusSeries,
    PrometheusPoints,
    PrometheusAlerts,
    PrometheusSeriesQueries,
    PrometheusAlertQueries,
  ],
})
export class PrometheusModule {}
