import { Injectable } from '@nestjs/common';
import {
  checkExpression,
  checkNewDefinition,
  checkSettings,
  DEFAULT_EXPRESSION,
  type ExpressionSettings,
  expressionUseProblem,
  type NewDefinition,
  type SentDefinition,
  type SentExpression,
} from '@wardstone/alerting';
import { permits } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Database, type Queryable, type Transaction } from '@wardstone/database';
import {
  type AlertConditionRest,
  AlertDefinitionRest,
  type AlertNotificationRest,
  type DefinitionListQuery,
  type DefinitionOwnerQuery,
  type NewEscalationQuery,
  type NotificationCheckQuery,
  type DefinitionQuery,
  MAX_OF_EACH_KIND,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type ListPage, type Precondition, type Sent, type SentBody } from '@wardstone/media-types';
import { invalidContent, invalidParameter, refuseProblem } from '../api/invalid-parameter';
import { getCategory } from '../groups/domain/group-category';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { MetricFacts } from '../alert-engine/metric-facts.service';
import { ConditionReader } from './part-readers';
import { AlertDefinitionRecords, mayChange, permissionToChange } from './alert-definition-records';
import {
  AlertDefinitionQueries,
  type Author,
  type NewCondition,
  type NewNotification,
  type Owner,
  type VisibleDefinition,
} from './alert-definition.queries';
import { TemplateService } from './template.service';
import { RuleStates } from '../alert-engine/rule-states';
import { readNotification } from '../notifications/senders/sender-config';
import { DefinitionEscalationQueries } from './definition-escalation.queries';
import { ExpressionLimits } from './expression-limits.service';

interface SentConditions {
  readonly conditions: readonly Sent<AlertConditionRest>[];
}

interface NewParts {
  readonly definition: NewDefinition;
  readonly conditions: readonly NewCondition[];
  readonly notifications: readonly NewNotification[];
  readonly expression?: ExpressionSettings | undefined;
}

/** See rule alerts-1. */
@Injectable()
export class AlertDefinitionService {
  constructor(
    private readonly queries: AlertDefinitionQueries,
    private readonly records: AlertDefinitionRecords,
    private readonly conditions: ConditionReader,
    private readonly templates: TemplateService,
    private readonly ruleStates: RuleStates,
    private readonly metricFacts: MetricFacts,
    private readonly authorization: AuthorizationService,
    private readonly escalations: DefinitionEscalationQueries,
    private readonly limits: ExpressionLimits,
    private readonly db: Database,
  ) {}

  async list(query: DefinitionListQuery, viewer: Viewer): Promise<ListPage<AlertDefinitionRest>> {
    const { window, full } = query;
    const { rows, total } = await this.queries.list(viewer, query);
    const basics = await this.records.withOwners(rows.map((row) => this.records.basics(row)));
    if (!full) return { items: basics, total, window };
    const ids = rows.map(({ id }) => id);
    const [conditions, notifications] = [
      await this.queries.listConditions(ids),
      await this.queries.listNotifications(ids),
    ];
    const items = rows.map((row, at) => ({
      ...this.records.full(row, conditions, notifications, viewer),
      owner: basics[at]!.owner,
    }));
    return { items, total, window };
  }

  /** @throws alert_definition_not_found, alert_definition_forbidden */
  async read(id: number, { full }: DefinitionQuery, viewer: Viewer): Promise<AlertDefinitionRest> {
    const row = await this.requireSeen(id, viewer);
    return full ? this.fullRecord(row, viewer) : this.records.basics(row);
  }

  /**
   * Stores a definition with its conditions and notifications, or nothing.
   * @throws invalid_query, resource_not_found, group_not_found, resource_type_not_found, mixed_group,
   * resource_forbidden, group_forbidden, insufficient_scope, invalid_content, metric_definition_not_found,
   * alert_sender_not_found, alert_definition_not_found, escalation_not_found, too_many_expressions
   */
  async create(
    { check: judgesAll, escalationId, ...query }: DefinitionOwnerQuery & NotificationCheckQuery & NewEscalationQuery,
    body: SentBody<AlertDefinitionRest>,
    viewer: Viewer & Author,
    note: AuditNote,
  ): Promise<AlertDefinitionRest> {
    const owner = toOwner(query);
    await this.requireOwner(owner, viewer);
    const sent = body.read();
    await this.metricFacts.evaluateWaiting();
    const created = await this.db.transaction(async (tx) => {
      await this.templates.holdForNew(tx, owner);
      await this.queries.holdOwner(tx, owner);
      await this.requireOwner(owner, viewer, tx);
      const definition = refuseProblem(checkNewDefinition(sent));
      const conditions = await this.conditions.check(
        tx,
        (sent.conditions ?? []) as Sent<AlertConditionRest>[],
        owner,
        viewer,
      );
      const expression = sent.expression && refuseProblem(checkExpression(sent.expression));
      const notifications = (sent.notifications ?? []).map((notification, at) =>
        readNotification(notification as Sent<AlertNotificationRest>, { place: `notifications.${at}.`, judgesAll }),
      );
      await this.requireRecovered(tx, definition.recoveryId, viewer);
      const id = await this.insert(tx, owner, { definition, conditions, notifications, expression });
      await this.limits.require(tx, conditions, viewer);
      if (escalationId !== undefined) await this.escalate(tx, id, escalationId);
      const stored = await this.queries.find(id, viewer, { from: tx });
      if (stored) return this.fullRecord(stored, viewer, tx);
      // The resource may have left the inventory meanwhile.
      await this.requireOwner(owner, viewer, tx);
      throw definitionNotFound(id);
    });
    await this.metricFacts.rememberLatest([created.id]);
    note(definitionFacts(created));
    return created;
  }

  /** Stores a built-in definition for a type; returns its id. */
  createBuiltIn(tx: Transaction, typeId: number, sent: SentDefinition & SentConditions): Promise<number> {
    return this.createUnchecked(tx, toOwner({ resourceTypeId: typeId }), sent);
  }

  /** Stores a definition for a resource that the product itself created; returns its id. */
  createWithResource(tx: Transaction, resourceId: number, sent: SentDefinition & SentConditions): Promise<number> {
    return this.createUnchecked(tx, toOwner({ resourceId }), sent);
  }

  private async createUnchecked(tx: Transaction, owner: Owner, sent: SentDefinition & SentConditions): Promise<number> {
    await this.templates.holdForNew(tx, owner);
    const definition = refuseProblem(checkNewDefinition(sent));
    const conditions = await this.conditions.check(tx, sent.conditions, owner);
    return this.insert(tx, owner, { definition, conditions, notifications: [] });
  }

  /** @throws escalation_not_found */
  private async escalate(tx: Transaction, id: number, escalationId: number): Promise<void> {
    if (!(await this.escalations.lockPolicy(tx, escalationId))) throw escalationNotFound(escalationId);
    await this.escalations.setOfDefinition(tx, id, escalationId);
  }

  private async insert(
    tx: Transaction,
    owner: Owner,
    { definition, conditions, notifications, expression }: NewParts,
  ): Promise<number> {
    const id = await this.queries.insert(tx, owner, definition);
    await this.queries.insertConditions(tx, id, conditions);
    await this.queries.insertNotifications(tx, id, notifications);
    if (expression) {
      await this.requireUsableExpression(tx, id, { hasSettings: true });
      await this.queries.setExpression(tx, id, expression);
    }
    await this.definitionChanged(tx, { id, ...owner }, { resets: true });
    return id;
  }

  /**
   * Replaces enablement, priority, dampening and recovery.
   * @throws alert_definition_not_found, alert_definition_forbidden, precondition_failed, invalid_content
   */
  async change(
    id: number,
    body: SentBody<AlertDefinitionRest>,
    precondition: Precondition,
    viewer: Viewer,
    note: AuditNote,
  ): Promise<AlertDefinitionRest> {
    const requireTag = async (row: VisibleDefinition, from?: Queryable): Promise<void> => {
      // Compares with the record of GET, whose tag clients have.
      if (precondition.isGiven) precondition.require(AlertDefinitionRest, await this.fullRecord(row, viewer, from));
    };
    await requireTag(await this.requireSeen(id, viewer, 'change'));
    const sent = body.read();
    await this.metricFacts.evaluateWaiting();
    return this.db.transaction(async (tx) => {
      const row = await this.requireChangeable(tx, id, viewer);
      await requireTag(row, tx);
      const settings = refuseProblem(checkSettings(sent, { onceUntilRecovered: row.once_until_recovered }));
      if (settings.recoveryId === id)
        throw invalidContent('Field recoveryId must not be the id of the definition itself');
      if (settings.recoveryId !== row.recovery_id) await this.requireRecovered(tx, settings.recoveryId, viewer);
      await this.queries.update(tx, id, settings);
      if (sent.expression) await this.changeExpression(tx, row, sent.expression);
      const changed = await this.queries.find(id, viewer, { from: tx });
      // The resource may have left the inventory meanwhile.
      if (!changed) throw definitionNotFound(id);
      await this.definitionChanged(tx, row, { resets: true });
      const record = this.records.basics(changed);
      note(definitionFacts(row, toSettings(this.records.basics(row)), toSettings(record)));
      return record;
    });
  }

  /** @throws invalid_content where conditions, dampening or recovery do not go with an expression */
  private async requireUsableExpression(
    tx: Transaction,
    id: number,
    sent: { readonly hasSettings: boolean },
  ): Promise<void> {
    const use = await this.queries.findExpressionUse(tx, id);
    const problem = use && expressionUseProblem({ ...use, ...sent });
    if (problem !== undefined) throw invalidContent(problem);
  }

  /** @throws invalid_content */
  private async changeExpression(tx: Transaction, row: VisibleDefinition, sent: SentExpression): Promise<void> {
    await this.requireUsableExpression(tx, row.id, { hasSettings: true });
    const settings = refuseProblem(checkExpression(sent, row.expression ?? undefined));
    if (row.parent_id === null) return this.queries.setExpression(tx, row.id, settings);
    if (JSON.stringify(settings) === JSON.stringify(row.expression ?? DEFAULT_EXPRESSION)) return;
    throw invalidContent('Field expression: it is that of the definition of the group or type; change it there');
  }

  /** @throws alert_definition_not_found, alert_definition_forbidden */
  async remove(id: number, viewer: Viewer, note: AuditNote): Promise<void> {
    await this.db.transaction(async (tx) => {
      note(definitionFacts(await this.requireChangeable(tx, id, viewer)));
      await this.queries.remove(tx, id);
      await this.ruleStates.bumpVersion(tx, [id, ...(await this.queries.listChildIds(tx, id))], { resets: true });
    });
  }

  /** @throws alert_definition_not_found, alert_definition_forbidden */
  async requireSeen(id: number, viewer: Viewer, what: 'see' | 'change' = 'see'): Promise<VisibleDefinition> {
    const row = await this.queries.find(id, viewer);
    if (!row) throw definitionNotFound(id);
    this.authorize(row, viewer, what);
    return row;
  }

  /**
   * The definition, locked after everything that its change affects.
   * @throws as `requireSeen`
   */
  async requireChangeable(tx: Transaction, id: number, viewer: Viewer): Promise<VisibleDefinition> {
    if (await this.queries.isTemplate(tx, id)) await this.templates.hold(tx, id);
    else await this.ruleStates.hold(tx, [], [id]);
    const row = await this.queries.find(id, viewer, { from: tx, lock: true });
    if (!row) throw definitionNotFound(id);
    this.authorize(row, viewer, 'change');
    return row;
  }

  /**
   * Whether the caller may create a definition for this owner.
   * @throws as `create`, as far as the owner is concerned
   */
  async requireCreatable(query: DefinitionOwnerQuery, viewer: Viewer): Promise<void> {
    await this.requireOwner(toOwner(query), viewer);
  }

  /**
   * Records a change of a definition or its parts.
   * @throws invalid_content where it does not go with an expression
   */
  async definitionChanged(
    tx: Transaction,
    definition: Owner & { id: number },
    { resets }: { resets: boolean },
  ): Promise<void> {
    await this.requireUsableExpression(tx, definition.id, { hasSettings: false });
    await this.ruleStates.bumpVersion(tx, [definition.id], { resets });
    if (definition.resource_id === null) await this.templates.spreadChange(tx, definition.id, { resets });
    else await this.ruleStates.rememberPresent(tx, [definition.id]);
  }

  private async fullRecord(row: VisibleDefinition, viewer: Viewer, from?: Queryable): Promise<AlertDefinitionRest> {
    const conditions = await this.queries.listConditions([row.id], from);
    const notifications = await this.queries.listNotifications([row.id], from);
    const [record] = await this.records.withOwners([this.records.full(row, conditions, notifications, viewer)], from);
    return record!;
  }

  /** See rule http-3. */
  private authorize(row: VisibleDefinition, viewer: Viewer, what: 'see' | 'change'): void {
    const { id, is_seen: isSeen } = row;
    if (isSeen && (what === 'see' || mayChange(row, viewer))) return;
    throw new ApiError(
      MonitoringError.alert_definition_forbidden,
      what === 'see'
        ? `No permission to see the alert definition with id ${id}`
        : `You do not have permission ${permissionToChange(row)} for the alert definition with id ${id}`,
    );
  }

  private async requireOwner(owner: Owner, viewer: Viewer, tx?: Transaction): Promise<void> {
    if (owner.resource_id !== null) {
      return this.authorization.requireResource(viewer, owner.resource_id, 'MANAGE_ALERTS', tx);
    }
    if (owner.resource_group_id !== null) {
      const types = await this.queries.findGroupTypes(owner.resource_group_id, tx ?? this.db);
      if (types && getCategory(types) === 'MIXED') {
        throw new ApiError(
          MonitoringError.mixed_group,
          `Group with id ${owner.resource_group_id} has no type: none is declared, and its members are of several types or it has none`,
        );
      }
      return this.authorization.requireGroup(viewer, owner.resource_group_id, 'MANAGE_ALERTS', tx);
    }
    const typeId = owner.resource_type_id!;
    if (!(await this.queries.typeExists(typeId, tx ?? this.db))) {
      throw new ApiError(MonitoringError.resource_type_not_found, `Resource type with id ${typeId} not found`);
    }
    if (permits(viewer.permissions, 'MANAGE_SETTINGS')) return;
    throw new ApiError(
      MonitoringError.alert_definition_forbidden,
      'Alert definitions of resource types require the permission MANAGE_SETTINGS',
    );
  }

  private async requireRecovered(tx: Transaction, recoveryId: number, viewer: Viewer): Promise<void> {
    if (recoveryId === 0 || (await this.queries.isSeen(recoveryId, viewer, tx))) return;
    throw definitionNotFound(recoveryId);
  }
}

/** The definition does not exist or is deleted. */
export function definitionNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.alert_definition_not_found, `Alert definition with id ${id} not found`);
}

export function escalationNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.escalation_not_found, `Escalation policy with id ${id} not found`);
}

/** @throws invalid_content */
export function refuseTooMany(field: 'conditions' | 'notifications', count: number): void {
  if (count <= MAX_OF_EACH_KIND) return;
  throw invalidContent(`Field ${field}: a definition has at most ${MAX_OF_EACH_KIND} ${field}`);
}

/** @throws invalid_query */
function toOwner({ resourceId, groupId, resourceTypeId }: DefinitionOwnerQuery): Owner {
  const owner: Owner = {
    resource_id: resourceId ?? null,
    resource_group_id: groupId ?? null,
    resource_type_id: resourceTypeId ?? null,
  };
  if (Object.values(owner).filter((id) => id !== null).length !== 1) {
    throw invalidParameter('Exactly one of the parameters resourceId, groupId and resourceTypeId must be given');
  }
  return owner;
}

type Settings = Omit<AlertDefinitionRest, 'id' | 'name' | 'links' | 'owner' | 'conditions' | 'notifications'>;

/** Facts for the audit log of a change of a definition, its conditions or notifications. */
export function definitionFacts(
  { id, name }: Pick<AlertDefinitionRest, 'id' | 'name'>,
  before: object = {},
  after: object = {},
): object {
  return changeFacts({ kind: 'alertDefinition', id, name }, before, after);
}

/** Fields that `PUT` changes. Pure. */
function toSettings({ id: _id, name: _name, links: _links, ...settings }: AlertDefinitionRest): Settings {
  const { owner: _owner, conditions: _conditions, notifications: _notifications, ...own } = settings;
  return own;
}

/** Names of properties whose values differ; the values may be secret. Pure. */
export function changedProperties(before: object, after: object): string[] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const names = new Set([...Object.keys(old!), ...Object.keys(now!)]);
  return [...names].filter((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]));
}
