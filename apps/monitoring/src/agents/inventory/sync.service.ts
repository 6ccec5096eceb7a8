import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { AgentInventory } from '@wardstone/dto/monitoring';
import { AgentService } from '../agent.service';
import { SyncQueries } from './sync.queries';

/** Tells agents what the server knows of their resources. See rule agents-4. */
@Injectable()
export class SyncService {
  constructor(
    private readonly agents: AgentService,
    private readonly queries: SyncQueries,
  ) {}

  /** @throws agent_not_found, agent_forbidden */
  async read(name: string, caller: CallerIdentity): Promise<AgentInventory> {
    await this.agents.require(name, caller);
    const [resources, schedules] = await Promise.all([
      this.queries.listResources(name),
      this.queries.listSchedules(name),
    ]);
    return { resources, schedules };
  }
}
