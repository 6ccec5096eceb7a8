import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Database } from '@wardstone/database';
import { JobTasks } from '@wardstone/jobs';
import { GroupMembersService } from '../../groups/group-members.service';
import { InventoryService } from '../../resources/inventory.service';
import { AgentQueries } from '../agent.queries';

/** Few at a time, because group members and the tree are locked meanwhile. */
const PLACED_AT_ONCE = 200;

/** Adds imported machines to the groups in the join tokens of their agents, once each. See rule agents-10. */
@Injectable()
export class AgentGroups implements OnModuleInit {
  constructor(
    private readonly tasks: JobTasks,
    private readonly queries: AgentQueries,
    private readonly members: GroupMembersService,
    private readonly inventory: InventoryService,
    private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'agent.join-groups', schedule: '* * * * *' }, () => this.join());
  }

  async join(): Promise<void> {
    let count: number;
    do count = await this.joinSome();
    while (count === PLACED_AT_ONCE);
  }

  /** @returns the number of machines */
  private joinSome(): Promise<number> {
    return this.db.transaction(async (tx) => {
      await this.inventory.lockMembers(tx);
      const waiting = await this.queries.listWaitingForGroup(tx, PLACED_AT_ONCE);
      for (const group of new Set(waiting.map(({ join_group }) => join_group))) {
        const machines = waiting.filter(({ join_group }) => join_group === group);
        const platforms = machines.map(({ platform_id }) => platform_id);
        const { admitted, refusal } = await this.members.admit(tx, group, platforms);
        const agents = machines.filter(({ platform_id }) => !admitted.includes(platform_id)).map(({ name }) => name);
        if (refusal !== undefined)
          this.logger.warn({ group, agents }, `machines have not joined the group: ${refusal}`);
      }
      await this.queries.noteGroupJoined(
        tx,
        waiting.map(({ name }) => name),
      );
      return waiting.length;
    });
  }
}
