import { Injectable } from '@nestjs/common';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { Gauge } from 'prom-client';
import { AgentQueries } from './agent.queries';

/** Metrics of the number of agents. */
@Injectable()
export class AgentMetrics {
  constructor({ registry }: ServiceMetrics, queries: AgentQueries) {
    new Gauge({
      name: 'agents',
      help: 'Registered agents by state (connected, stale)',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        // While the database does not respond, the number is unknown instead of stale; the other metrics continue.
        this.reset();
        const counts = await queries.countByState().catch(() => ({}));
        for (const [state, count] of Object.entries<number>(counts)) this.set({ state }, count);
      },
    });
  }
}
