import { Inject, Injectable } from '@nestjs/common';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { Counter, Gauge } from 'prom-client';
import { MetricLogQueries } from './metric-log.queries';
import { MetricWriter } from './metric-writer';

/** How many points this process took, and how many those of all processes wait to be folded into chunks. */
@Injectable()
export class PointMetrics {
  constructor(
    @Inject(ServiceMetrics) { registry }: ServiceMetrics,
    @Inject(MetricLogQueries) queries: MetricLogQueries,
    @Inject(MetricWriter) writer: MetricWriter,
  ) {
    const registers = [registry];
    const taken = new Counter({ name: 'points_taken_total', help: 'Points of metrics that were stored', registers });
    writer.onCommit(({ values }) => taken.inc(values.length));
    const age = new Gauge({
      name: 'points_fold_age_seconds',
      help: 'How long the oldest point of all replicas has waited to be folded',
      registers,
    });
    new Gauge({
      name: 'points_unfolded',
      help: 'Points of all replicas that wait to be folded into chunks',
      registers,
      async collect() {
        // The other metrics matter most while the database does not answer.
        const backlog = await queries.measureBacklog().catch(() => undefined);
        if (!backlog) return;
        this.set(backlog.pointCount);
        age.set(backlog.ageMs / 1000);
      },
    });
  }
}
