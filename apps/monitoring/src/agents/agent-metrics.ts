import { Injectable } from '@nestjs/common';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { Gauge } from 'prom-client';
import { AgentQueries } from './agent.queries';

/** How many agents there are. */
@Injectable()
export class AgentMetrics {
  constructor({ registry }: ServiceMetrics, queries: AgentQueries) {
    new Gauge({
      name: 'agents',
      help: 'Registered agents by state (connected, stale)',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        // Unknown while the database does not respond, instead of stale; the other metrics continue.
        this.reset();
        const counts = await queries.countByState().catch(() => ({}));
        for (const [state, count] of Object.entries<number>(counts)) this.set({ state }, count);
      },
    });
  }
}
