import { Injectable } from '@nestjs/common';
import { describeCondition } from '@wardstone/alerting';
import type { AuditNote } from '@wardstone/bootstrap';
import { Database, type Queryable } from '@wardstone/database';
import type { AlertConditionRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type SentBody } from '@wardstone/media-types';
import { Addresses } from '../api/addresses';
import type { Viewer } from '../authorization/viewer';
import { AlertNotices } from '../alert-engine/alert-notices';
import { MetricFacts } from '../alert-engine/metric-facts.service';
import { ConditionReader } from './part-readers';
import { toConditionRecord } from './alert-definition-records';
import { AlertDefinitionQueries, type Author } from './alert-definition.queries';
import { AlertDefinitionService, refuseTooMany, definitionFacts } from './alert-definition.service';
import { ExpressionLimits } from './expression-limits.service';
import type { StoredCondition } from '../alert-state/condition.sql';

/** See rule alerts-11. */
@Injectable()
export class ConditionService {
  constructor(
    private readonly queries: AlertDefinitionQueries,
    private readonly definitions: AlertDefinitionService,
    private readonly reader: ConditionReader,
    private readonly metricFacts: MetricFacts,
    private readonly notices: AlertNotices,
    private readonly limits: ExpressionLimits,
    private readonly addresses: Addresses,
    private readonly db: Database,
  ) {}

  /**
   * @throws alert_definition_not_found, alert_definition_forbidden, invalid_content, metric_definition_not_found, too_many_expressions
   */
  async create(
    definitionId: number,
    body: SentBody<AlertConditionRest>,
    viewer: Viewer & Author,
    note: AuditNote,
  ): Promise<HandlerResponse<AlertConditionRest>> {
    await this.definitions.requireSeen(definitionId, viewer, 'change');
    const sent = body.read();
    await this.metricFacts.evaluateWaiting();
    const response = await this.db.transaction(async (tx) => {
      const definition = await this.definitions.requireChangeable(tx, definitionId, viewer);
      const conditions = await this.reader.check(tx, [sent], definition, viewer);
      refuseTooMany('conditions', (await this.queries.countParts(tx, 'alert_condition', definitionId)) + 1);
      const [id] = await this.queries.insertConditions(tx, definitionId, conditions);
      await this.definitions.definitionChanged(tx, definition, { resets: false });
      await this.limits.require(tx, conditions, viewer);
      const condition = await this.require(id!, tx);
      note(definitionFacts(definition, {}, { condition: describeCondition(condition) }));
      return this.toResponse(condition);
    });
    await this.metricFacts.rememberLatest([definitionId]);
    return response;
  }

  /** @throws alert_condition_not_found, alert_definition_forbidden */
  async read(id: number, viewer: Viewer): Promise<AlertConditionRest> {
    const condition = await this.require(id);
    await this.definitions.requireSeen(condition.definitionId, viewer);
    return toConditionRecord(condition);
  }

  /**
   * Replaces a condition with a new one that has another id.
   * @throws alert_condition_not_found, alert_definition_forbidden, invalid_content, metric_definition_not_found,
   * too_many_expressions
   */
  async change(
    id: number,
    body: SentBody<AlertConditionRest>,
    viewer: Viewer & Author,
    note: AuditNote,
  ): Promise<HandlerResponse<AlertConditionRest>> {
    const { definitionId } = await this.require(id);
    await this.definitions.requireSeen(definitionId, viewer, 'change');
    const sent = body.read();
    await this.metricFacts.evaluateWaiting();
    const response = await this.db.transaction(async (tx) => {
      const definition = await this.definitions.requireChangeable(tx, definitionId, viewer);
      // Another request may have changed it before the definition was locked.
      const before = await this.require(id, tx);
      const conditions = await this.reader.check(tx, [sent], definition, viewer);
      await this.queries.removePart(tx, 'alert_condition', id);
      const [newId] = await this.queries.insertConditions(tx, definitionId, conditions);
      await this.definitions.definitionChanged(tx, definition, { resets: true });
      await this.limits.require(tx, conditions, viewer);
      await this.notices.conditionsChanged(tx, definitionId);
      const after = await this.require(newId!, tx);
      note(
        definitionFacts(definition, { condition: describeCondition(before) }, { condition: describeCondition(after) }),
      );
      return this.toResponse(after);
    });
    await this.metricFacts.rememberLatest([definitionId]);
    return response;
  }

  /** @throws alert_condition_not_found, alert_definition_forbidden */
  async remove(id: number, viewer: Viewer, note: AuditNote): Promise<void> {
    await this.db.transaction(async (tx) => {
      const condition = await this.require(id, tx);
      const definition = await this.definitions.requireChangeable(tx, condition.definitionId, viewer);
      await this.queries.removePart(tx, 'alert_condition', id);
      await this.definitions.definitionChanged(tx, definition, { resets: true });
      await this.notices.conditionsChanged(tx, condition.definitionId);
      note(definitionFacts(definition, { condition: describeCondition(condition) }));
    });
  }

  private async require(id: number, from?: Queryable): Promise<StoredCondition> {
    const condition = await this.queries.findCondition(id, from);
    if (condition) return condition;
    throw new ApiError(MonitoringError.alert_condition_not_found, `Alert condition with id ${id} not found`);
  }

  private toResponse(condition: StoredCondition): HandlerResponse<AlertConditionRest> {
    const headers = { Location: this.addresses.of(`/alert/condition/${condition.id}`) };
    return new HandlerResponse(toConditionRecord(condition), { headers });
  }
}
