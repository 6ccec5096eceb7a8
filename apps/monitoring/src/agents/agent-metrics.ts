import { Injectable } from '@nestjs/common';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { Gauge } from 'prom-client';
import { AgentDatabase } from './agent-database';
import { AgentQueries } from './agent.queries';

/** Metrics of the number of agents, and of their requests that wait. */
@Injectable()
export class AgentMetrics {
  constructor({ registry }: ServiceMetrics, queries: AgentQueries, db: AgentDatabase) {
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
    new Gauge({
      name: 'agent_requests_waiting',
      help: 'Requests of agents that wait to write to the database',
      registers: [registry],
      collect() {
        this.set(db.waiting);
      },
    });
  }
}
