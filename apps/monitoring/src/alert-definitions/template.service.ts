import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Child, mirrorRecoveries, propagate, type Propagation } from '@wardstone/alerting';
import type { Transaction } from '@wardstone/database';
import { JobTasks, addJob, defineTask } from '@wardstone/jobs';
import { hasSeveralTypes } from '../groups/domain/group-category';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { MetricFacts } from '../alert-engine/metric-facts.service';
import { TemplateQueries } from './template.queries';
import { RuleStates } from '../alert-engine/rule-states';

/** New children remember the latest values of metrics, which the creating transaction cannot read. */
export const REMEMBER_LATEST = defineTask<{ templateIds: number[] }>('alert.remember');

/**
 * Maintains the children of group and type definitions in the transaction of the change, so that no resource is without
 * its rules when a fact arrives.
 */
@Injectable()
export class TemplateService implements OnModuleInit, InventoryListener {
  constructor(
    private readonly queries: TemplateQueries,
    private readonly ruleStates: RuleStates,
    private readonly inventory: InventoryService,
    private readonly inventoryChanges: InventoryChanges,
    private readonly metricFacts: MetricFacts,
    private readonly tasks: JobTasks,
  ) {}

  onModuleInit(): void {
    this.inventoryChanges.beforeCommit(this);
    this.tasks.handle(REMEMBER_LATEST, ({ templateIds }) => this.metricFacts.rememberLatest(templateIds));
  }

  /** Creates a child of each definition of their types for the resources. */
  async resourcesEntered(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.follow(tx, await this.queries.listTypesWithTemplates(tx, resourceIds), resourceIds);
  }

  /**
   * Creates children for new members and removes those of former ones; a group of several types loses its definitions.
   */
  async groupMembersChanged(
    tx: Transaction,
    groupIds: readonly number[],
    resourceIds: readonly number[],
  ): Promise<void> {
    const templateIds = await this.queries.listOfGroups(tx, groupIds);
    if (templateIds.length === 0) return;
    const groups = await this.queries.listTypesOfGroups(tx, groupIds);
    const mixed = groups.filter(hasSeveralTypes).map(({ id }) => id);
    const dropped = await this.queries.listOfGroups(tx, mixed);
    await this.removeAll(tx, dropped);
    await this.follow(
      tx,
      templateIds.filter((id) => !dropped.includes(id)),
      resourceIds,
    );
  }

  async groupsDeleted(tx: Transaction, groupIds: readonly number[]): Promise<void> {
    await this.removeAll(tx, await this.queries.listOfGroups(tx, groupIds));
  }

  /**
   * Locks everything that a change of the template affects before any definition is locked: the members of groups and
   * types, then the rule state of all their resources.
   */
  async hold(tx: Transaction, templateId: number): Promise<void> {
    await this.inventory.lockMembers(tx);
    const places = await this.queries.listPlaces(tx, [templateId]);
    await this.ruleStates.hold(
      tx,
      places.map(({ resourceId }) => resourceId),
      [templateId],
    );
  }

  /** Like `hold`, for a new definition. */
  async holdForNew(tx: Transaction, { resource_id: resourceId }: { resource_id: number | null }): Promise<void> {
    if (resourceId === null) await this.inventory.lockMembers(tx);
    else await this.ruleStates.hold(tx, [resourceId], []);
  }

  /**
   * Applies a changed template: creates missing children and updates their settings.
   * @param resets clears pending evaluations of the children
   */
  async spreadChange(tx: Transaction, templateId: number, { resets }: { resets: boolean }): Promise<void> {
    const plan = propagate(
      await this.queries.listPlaces(tx, [templateId]),
      await this.queries.listChildren(tx, [templateId]),
    );
    await this.holdFor(tx, plan);
    const kept = plan.keep.map(({ id }) => id);
    if (kept.length > 0) {
      await this.queries.update(tx, kept);
      await this.queries.copyAgain(tx, 'alert_condition', kept);
      await this.queries.copyAgain(tx, 'alert_notification', kept);
      await this.ruleStates.bumpVersion(tx, kept, { resets });
      await this.ruleStates.rememberPresent(tx, kept);
    }
    await this.addAndRemove(tx, plan, plan.keep);
  }

  /** Existing children are unchanged. */
  private async follow(tx: Transaction, templateIds: readonly number[], resourceIds: readonly number[]): Promise<void> {
    if (templateIds.length === 0) return;
    const plan = propagate(
      await this.queries.listPlaces(tx, templateIds, resourceIds),
      await this.queries.listChildren(tx, templateIds, resourceIds),
    );
    await this.holdFor(tx, plan);
    await this.addAndRemove(tx, plan, []);
  }

  private async holdFor(tx: Transaction, { create, remove }: Propagation): Promise<void> {
    const resourceIds = create.map(({ resourceId }) => resourceId);
    if (create.length + remove.length > 0) await this.ruleStates.hold(tx, resourceIds, remove);
  }

  private async addAndRemove(
    tx: Transaction,
    { create, remove }: Propagation,
    overwritten: readonly Child[],
  ): Promise<void> {
    const created = create.length === 0 ? [] : await this.queries.create(tx, create);
    const createdIds = created.map(({ id }) => id);
    if (created.length > 0) {
      await this.queries.copy(tx, 'alert_condition', createdIds);
      await this.queries.copy(tx, 'alert_notification', createdIds);
    }
    if (remove.length > 0) await this.queries.remove(tx, remove);
    const pointed = await this.mirrorRecoveries(tx, created, overwritten);
    await this.ruleStates.bumpVersion(tx, [...createdIds, ...remove, ...pointed], { resets: true });
    if (created.length === 0) return;
    await this.ruleStates.rememberPresent(tx, createdIds);
    if (!(await this.metricFacts.hasUnseen(tx, createdIds))) return;
    const templateIds = [...new Set(created.map(({ parentId }) => parentId))];
    await addJob(tx, REMEMBER_LATEST, { templateIds });
  }

  /** Returns the children whose recovered definition changed. */
  private async mirrorRecoveries(
    tx: Transaction,
    created: readonly Child[],
    overwritten: readonly Child[],
  ): Promise<number[]> {
    const renewed = [...created, ...overwritten];
    if (renewed.length === 0) return [];
    const resourceIds = [...new Set(renewed.map(({ resourceId }) => resourceId))];
    const changes = mirrorRecoveries(
      await this.queries.listRecovering(tx, resourceIds),
      new Set(renewed.map(({ id }) => id)),
      new Set(created.map(({ id }) => id)),
    );
    await this.queries.pointRecoveries(tx, changes);
    return changes.map(({ id }) => id);
  }

  /** Deletes templates with their children; alerts stay. */
  private async removeAll(tx: Transaction, templateIds: readonly number[]): Promise<void> {
    if (templateIds.length === 0) return;
    await this.ruleStates.hold(tx, [], templateIds);
    const children = await this.queries.listChildren(tx, templateIds);
    const ids = [...templateIds, ...children.map(({ id }) => id)];
    await this.queries.remove(tx, ids);
    await this.ruleStates.bumpVersion(tx, ids, { resets: true });
  }
}
