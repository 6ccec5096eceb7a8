import { Injectable } from '@nestjs/common';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { Counter, Gauge } from 'prom-client';
import { MetricLogQueries } from './metric-log.queries';
import { MetricWriter } from './metric-writer';

/** Metrics of points stored by this process, and of points of all processes that wait for compaction. */
@Injectable()
export class PointMetrics {
  constructor({ registry }: ServiceMetrics, queries: MetricLogQueries, writer: MetricWriter) {
    const registers = [registry];
    const taken = new Counter({ name: 'points_taken_total', help: 'Metric points stored', registers });
    writer.onCommit(({ values }) => taken.inc(values.length));
    const age = new Gauge({
      name: 'points_uncompacted_age_seconds',
      help: 'Age of the oldest metric point waiting for compaction, across all replicas',
      registers,
    });
    new Gauge({
      name: 'points_uncompacted',
      help: 'Metric points waiting for compaction, across all replicas',
      registers,
      async collect() {
        // The other metrics matter most while the database does not respond; these are then unknown instead of stale.
        const backlog = await queries.measureBacklog().catch(() => undefined);
        this.set(backlog ? backlog.pointCount : NaN);
        age.set(backlog ? backlog.ageMs / 1000 : NaN);
      },
    });
  }
}
