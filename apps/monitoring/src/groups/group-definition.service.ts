import { Injectable } from '@nestjs/common';
import { type AuditedObject, type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type {
  DeletionQuery,
  GroupDefinitionChangeQuery,
  GroupDefinitionListQuery,
  GroupDefinitionPreview,
  GroupDefinitionRest,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { parseGroupExpression } from '@wardstone/group-expression';
import { HandlerResponse, type Sent, type SentBody } from '@wardstone/media-types';
import { InventoryChanges } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { ResourceRecords } from '../resources/resource-record';
import type { Viewer } from '../authorization/viewer';
import { expressionLines, findProblem } from './domain/definition-rules';
import { getCategory } from './domain/group-category';
import { generatedGroupName } from './domain/group-name';
import { GroupCalculationService } from './group-calculation.service';
import { GroupDefinitionRecords, definitionNotFound } from './group-records';
import {
  type DefinitionContent,
  type FoundGroups,
  GroupDefinitionQueries,
  type GroupDefinitionRow,
} from './group-definition.queries';
import { requireManager } from './group.service';
import { MembershipQueries } from './membership.queries';

const UNNAMED = 'unnamed';

/** See rule groups-6. */
@Injectable()
export class GroupDefinitionService {
  constructor(
    private readonly queries: GroupDefinitionQueries,
    private readonly calculation: GroupCalculationService,
    private readonly membership: MembershipQueries,
    private readonly inventory: InventoryService,
    private readonly changes: InventoryChanges,
    private readonly records: GroupDefinitionRecords,
    private readonly resources: ResourceRecords,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async list({ q }: GroupDefinitionListQuery): Promise<GroupDefinitionRest[]> {
    return (await this.queries.list(q)).map((row) => this.records.of(row));
  }

  /** @throws group_definition_not_found, insufficient_scope */
  async read(id: number, viewer: Viewer): Promise<GroupDefinitionRest> {
    const row = await this.require(id);
    requireManager(viewer);
    return this.records.of(row);
  }

  /** Preview of a definition's groups. See rule groups-16. @throws invalid_content, group_expression_invalid */
  async preview(body: SentBody<GroupDefinitionRest>): Promise<GroupDefinitionPreview> {
    const sent = body.read();
    const { name, expression } = judged({
      name: sent.name?.trim() || UNNAMED,
      description: null,
      expression: expressionLines(sent.expression ?? []),
      recalc_interval_ms: 0,
      is_recursive: sent.recursive ?? false,
    });
    const found = await this.queries.preview({
      id: sent.id ?? 0,
      name,
      expression: parseGroupExpression(expression),
      isRecursive: sent.recursive ?? false,
    });
    return this.describePreview(name, found);
  }

  /**
   * Creates no groups yet.
   * @throws invalid_content, group_expression_invalid, group_definition_exists
   */
  async create(body: SentBody<GroupDefinitionRest>, note: AuditNote): Promise<HandlerResponse<GroupDefinitionRest>> {
    const sent = body.read();
    const content = judged({
      name: sent.name?.trim() ?? '',
      description: sent.description ?? null,
      expression: expressionLines(sent.expression ?? []),
      recalc_interval_ms: sent.recalcInterval ?? 0,
      is_recursive: sent.recursive ?? false,
    });
    const id = await this.queries.insert(content, this.clock.now());
    if (id === undefined) {
      throw new ApiError(
        MonitoringError.group_definition_exists,
        `A group definition with the name ${content.name} already exists`,
      );
    }
    const row = { id, group_ids: [], ...content };
    note(changeFacts(toAuditedObject(row)));
    return new HandlerResponse(this.records.of(row), {
      status: 201,
      headers: { Location: this.records.toAddress(row) },
    });
  }

  /**
   * Calculates the groups, or changes the definition without calculating.
   *
   * @throws group_definition_not_found, insufficient_scope, group_calculation_failed, invalid_content,
   *   group_expression_invalid, group_definition_name_taken
   */
  async change(
    id: number,
    { recalculate }: GroupDefinitionChangeQuery,
    body: SentBody<GroupDefinitionRest>,
    viewer: Viewer,
    note: AuditNote,
  ): Promise<HandlerResponse<GroupDefinitionRest | undefined>> {
    const row = await this.require(id);
    requireManager(viewer);
    if (!recalculate) return new HandlerResponse(await this.update(id, body.read(), note));
    note({ ...changeFacts(toAuditedObject(row)), recalculated: true });
    await this.calculation.calculate(id);
    return new HandlerResponse(undefined, { status: 204 });
  }

  /**
   * Also deletes its groups.
   * @throws group_definition_not_found with `validate` alone, insufficient_scope
   */
  async delete(id: number, query: DeletionQuery, viewer: Viewer, note: AuditNote): Promise<void> {
    await this.db.transaction(async (tx) => {
      const row = await this.queries.lock(tx, id);
      if (!row && query.validate) throw definitionNotFound(id);
      if (!row) return;
      requireManager(viewer);
      await this.inventory.lockMembers(tx);
      await this.changes.groupsDeleted(tx, row.group_ids);
      await this.queries.delete(tx, id);
      note(changeFacts(toAuditedObject(row)));
    });
  }

  private update(id: number, sent: Sent<GroupDefinitionRest>, note: AuditNote): Promise<GroupDefinitionRest> {
    return this.db.transaction(async (tx) => {
      const row = await this.require(id, tx);
      const content = judged(toContent(row, sent));
      if (await this.queries.isNameTaken(tx, content.name, id)) throw nameTaken('a definition', content.name);
      const nowMs = this.clock.now();
      const isStored = await this.queries.update(tx, id, content, nowMs);
      // Another request has taken the name meanwhile.
      if (!isStored) throw nameTaken('a definition', content.name);
      await this.changeGroups(tx, row, content, nowMs);
      const changed = { ...row, ...content };
      note(changeFacts(toAuditedObject(changed), contentShown(row), contentShown(changed)));
      return this.records.of(changed);
    });
  }

  /** Groups follow the name and the recursion of their definition at once; their members change with a calculation. */
  private async changeGroups(
    tx: Transaction,
    row: GroupDefinitionRow,
    { name, is_recursive: isRecursive }: DefinitionContent,
    nowMs: number,
  ): Promise<void> {
    if (name === row.name && isRecursive === row.is_recursive) return;
    await this.inventory.lockMembers(tx);
    if (name !== row.name) {
      const taken = await this.queries.renameGroups(tx, row.id, { from: row.name, to: name }, nowMs);
      if (taken !== undefined) throw nameTaken('a group', taken);
    }
    if (isRecursive === row.is_recursive) return;
    await this.queries.setRecursive(tx, row.id, isRecursive, nowMs);
    await this.membership.rebuild(tx, row.group_ids);
  }

  private async describePreview(
    definitionName: string,
    { groups, group_count: groupCount, resource_count: resourceCount, taken_name: taken }: FoundGroups,
  ): Promise<GroupDefinitionPreview> {
    const resources = await this.queries.listMembers(groups.flatMap(({ member_ids: ids }) => ids));
    return {
      groupCount,
      resourceCount,
      groups: groups.map((group) => ({
        name: generatedGroupName(definitionName, group.pivot),
        category: getCategory({ ...group, declared_type_id: null }),
        explicitCount: group.explicit_count,
        implicitCount: group.implicit_count,
        members: group.member_ids.flatMap((id) => {
          const row = resources.get(id);
          return row ? [this.resources.of(row)] : [];
        }),
      })),
      notes: taken === null ? [] : [`Another group already has the name ${taken}`],
    };
  }

  /** In a transaction, the definition is locked. */
  private async require(id: number, tx?: Transaction): Promise<GroupDefinitionRow> {
    const row = tx ? await this.queries.lock(tx, id) : await this.queries.find(id);
    if (!row) throw definitionNotFound(id);
    return row;
  }
}

/** Fields of the changed definition. See rule groups-8. */
function toContent(row: GroupDefinitionRow, sent: Sent<GroupDefinitionRest>): DefinitionContent {
  return {
    name: sent.name?.trim() || row.name,
    description: sent.description ?? null,
    expression: sent.expression ? expressionLines(sent.expression) : row.expression,
    recalc_interval_ms: sent.recalcInterval ?? 0,
    is_recursive: sent.recursive ?? false,
  };
}

/** Validates the fields. @throws invalid_content, group_expression_invalid */
function judged(content: DefinitionContent): DefinitionContent {
  const problem = findProblem({ ...content, recalcIntervalMs: content.recalc_interval_ms });
  if (!problem) return content;
  const kind =
    problem.about === 'expression' ? MonitoringError.group_expression_invalid : MonitoringError.invalid_content;
  throw new ApiError(kind, problem.text);
}

function toAuditedObject({ id, name }: GroupDefinitionRow): AuditedObject {
  return { kind: 'groupDefinition', id, name };
}

function contentShown({ name, description, expression, recalc_interval_ms, is_recursive }: DefinitionContent): object {
  return { name, description, expression, recalcInterval: recalc_interval_ms, recursive: is_recursive };
}

function nameTaken(by: string, name: string): ApiError {
  return new ApiError(MonitoringError.group_definition_name_taken, `The name ${name} is already used by ${by}`);
}
