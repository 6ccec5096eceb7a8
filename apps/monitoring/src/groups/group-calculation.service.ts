import { Injectable, Inject, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { ExpressionError, parseGroupExpression } from '@wardstone/group-expression';
import { InventoryChanges } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { generatedGroupName } from './domain/group-name';
import { GroupCalculationQueries, type GroupChange } from './group-calculation.queries';
import { definitionNotFound } from './group-records';
import { GroupDefinitionQueries, type GroupDefinitionRow } from './group-definition.queries';
import { MembershipQueries } from './membership.queries';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { type JobRun, JobTasks } from '@wardstone/jobs';

/** Recalculates the groups of a definition. See rule groups-9. */
@Injectable()
export class GroupCalculationService {
  constructor(
    private readonly queries: GroupCalculationQueries,
    private readonly definitions: GroupDefinitionQueries,
    private readonly membership: MembershipQueries,
    private readonly inventory: InventoryService,
    private readonly changes: InventoryChanges,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Serialises calculations of one definition. A failed calculation changes nothing.
   * @throws group_definition_not_found, group_calculation_failed
   */
  async calculate(id: number): Promise<void> {
    const nowMs = this.clock.now();
    try {
      await this.db.transaction(async (tx) => {
        const definition = await this.definitions.lock(tx, id);
        if (!definition) throw definitionNotFound(id);
        await this.apply(tx, definition, await this.compare(tx, definition), nowMs);
      });
    } finally {
      await this.queries.noteStart(id, nowMs);
    }
  }

  private async compare(tx: Transaction, { id, expression }: GroupDefinitionRow): Promise<GroupChange[]> {
    try {
      const statements = parseGroupExpression(expression);
      const changes = await this.queries.compare(tx, id, statements);
      if (statements.some(({ type }) => type === 'pivot')) return changes;
      // Without pivots there is always one group, even an empty one.
      const whole = changes.find(({ pivot }) => pivot === '');
      const others = changes.filter((change) => change !== whole);
      return [...others, { pivot: '', group_id: null, added: [], removed: [], ...whole, is_found: true }];
    } catch (error) {
      if (error instanceof ExpressionError) throw calculationFailed(error.message);
      throw error;
    }
  }

  private async apply(
    tx: Transaction,
    definition: GroupDefinitionRow,
    changes: readonly GroupChange[],
    nowMs: number,
  ): Promise<void> {
    const found = changes.filter(({ is_found }) => is_found);
    const gone = changes.filter(({ is_found }) => !is_found).map(({ group_id }) => group_id!);
    const hasChanged = gone.length > 0 || found.some((change) => change.group_id === null || isChanged(change));
    if (!hasChanged) return;
    await this.inventory.lockMembers(tx);
    // Before new ones are created, whose names may differ only in letter case.
    await this.changes.groupsDeleted(tx, gone);
    if (gone.length > 0) await this.queries.deleteGroups(tx, gone);
    const made = await this.makeGroups(tx, definition, found, nowMs);
    const toId = ({ group_id, pivot }: GroupChange): number => group_id ?? made.get(pivot)!;
    const removed = pairs(found, toId, 'removed');
    if (removed.resourceIds.length > 0) await this.queries.removeMembers(tx, removed.groupIds, removed.resourceIds);
    const added = pairs(found, toId, 'added');
    if (added.resourceIds.length > 0) await this.queries.addMembers(tx, added.groupIds, added.resourceIds);
    const changed = found.filter(isChanged).map(toId);
    await this.queries.touch(tx, changed, nowMs);
    if (definition.is_recursive) await this.membership.rebuild(tx, changed);
    await this.changes.groupMembersChanged(tx, changed, [...new Set([...removed.resourceIds, ...added.resourceIds])]);
  }

  /**
   * Creates the missing groups, by pivot.
   * @throws group_calculation_failed when another has one of the names
   */
  private async makeGroups(
    tx: Transaction,
    definition: GroupDefinitionRow,
    found: readonly GroupChange[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, number>> {
    const missing = found
      .filter(({ group_id }) => group_id === null)
      .map(({ pivot }) => ({ pivot, name: generatedGroupName(definition.name, pivot) }));
    if (missing.length === 0) return new Map();
    const made = await this.queries.insertGroups(tx, definition, missing, nowMs);
    const clash = missing.find(({ pivot }) => !made.has(pivot));
    if (clash) throw calculationFailed(`Another group already has the name ${clash.name}`);
    return made;
  }
}

function isChanged({ added, removed }: GroupChange): boolean {
  return added.length > 0 || removed.length > 0;
}

/** Pairs of groups and of resources that join or leave them, as two lists of equal length. */
function pairs(
  changes: readonly GroupChange[],
  idOf: (change: GroupChange) => number,
  which: 'added' | 'removed',
): { groupIds: number[]; resourceIds: number[] } {
  return {
    groupIds: changes.flatMap((change) => Array<number>(change[which].length).fill(idOf(change))),
    resourceIds: changes.flatMap((change) => change[which]),
  };
}

function calculationFailed(reason: string): ApiError {
  return new ApiError(MonitoringError.group_calculation_failed, reason);
}

/** Recalculates the groups of definitions whose interval has passed. See rule groups-10. */
@Injectable()
export class GroupJobs implements OnModuleInit {
  constructor(
    private readonly tasks: JobTasks,
    private readonly definitions: GroupDefinitionQueries,
    private readonly calculation: GroupCalculationService,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'group.calculate', schedule: '* * * * *' }, (run) => this.calculateDue(run));
  }

  /** A failed one does not stop the others. */
  async calculateDue({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (const { id, name } of await this.definitions.listDue(this.clock.now())) {
      if (signal.aborted) return;
      try {
        await this.calculation.calculate(id);
      } catch (error) {
        this.logger.warn({ error, definition: id, name }, 'the groups of a definition could not be calculated');
      }
    }
  }
}
