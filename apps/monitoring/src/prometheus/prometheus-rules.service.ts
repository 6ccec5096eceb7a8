import { Injectable } from '@nestjs/common';
import { DEFAULT_EXPRESSION } from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import type { AlertDefinitionRest } from '@wardstone/dto/monitoring';
import { type Budget, executionError, METRIC_NAME, UNITS_PER_LOOK, valueText } from '@wardstone/promql';
import type { Viewer } from '../authorization/viewer';
import { AlertDefinitionService } from '../alert-definitions/alert-definition.service';
import { MonitoringConfig } from '../monitoring.config';
import { type PendingRow, PrometheusAlertQueries, type RuleExpression } from './prometheus-alerts.queries';
import { PrometheusAlerts, type OpenAlert } from './prometheus-alerts.service';

/** Filters of rules; an empty list matches any. */
export interface RuleSearch {
  readonly names: readonly string[];
  readonly groups: readonly string[];
  readonly files: readonly string[];
  readonly excludesAlerts: boolean;
  readonly type: 'alert' | 'record' | undefined;
}

/** An alert in the format of the Prometheus API. */
interface AlertRecord {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly state: 'firing' | 'pending';
  readonly activeAt: string;
  readonly value: string;
}

interface RuleRecord {
  readonly state: 'firing' | 'pending' | 'inactive';
  readonly name: string;
  readonly query: string;
  readonly duration: number;
  readonly keepFiringFor: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly alerts: readonly AlertRecord[];
  readonly health: 'ok' | 'err' | 'unknown';
  readonly lastError?: string;
  readonly evaluationTime: number;
  readonly lastEvaluation: string;
  readonly type: 'alerting';
}

/** A recording rule in the format of the Prometheus API. */
interface RecordingRecord extends Pick<
  RuleRecord,
  'name' | 'query' | 'labels' | 'health' | 'lastError' | 'evaluationTime' | 'lastEvaluation'
> {
  readonly type: 'recording';
}

interface RuleGroup {
  readonly name: string;
  readonly file: string;
  readonly rules: readonly (RuleRecord | RecordingRecord)[];
  readonly interval: number;
  readonly limit: number;
  readonly evaluationTime: number;
  readonly lastEvaluation: string;
}

/** A definition, or the part that an alert reveals if the caller does not see its template. */
interface Rule {
  readonly id: number;
  readonly name: string;
  readonly priority: AlertDefinitionRest['priority'];
  readonly owner: { readonly kind: string; readonly id: number; readonly name: string };
  /** Set for definitions with an expression. */
  readonly expression?: RuleExpression | undefined;
}

/** Alert definitions and open alerts as rules and alerts of Prometheus. See rule prometheus-16. */
@Injectable()
export class PrometheusRules {
  constructor(
    private readonly alerts: PrometheusAlerts,
    private readonly definitions: AlertDefinitionService,
    private readonly queries: PrometheusAlertQueries,
    private readonly config: MonitoringConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws PromqlError when there are too many */
  async listAlerts(viewer: Viewer, budget: Budget): Promise<AlertRecord[]> {
    const open = await this.alerts.listOpen(this.clock.now(), viewer, budget);
    const pending = await this.alerts.listPending(viewer);
    return [...open.map(toAlertRecord), ...pending.map(toPendingRecord)];
  }

  /**
   * Sorted by file and group; rules of a group in their order, others by name.
   * @throws PromqlError when there are too many
   */
  async listGroups(search: RuleSearch, viewer: Viewer, budget: Budget): Promise<RuleGroup[]> {
    const nowMs = this.clock.now();
    const open = Map.groupBy(await this.alerts.listOpen(nowMs, viewer, budget), ({ definitionId }) => definitionId);
    const pending = Map.groupBy(await this.alerts.listPending(viewer), ({ definitionId }) => definitionId);
    const rules = new Map((await this.listDefinitions(viewer)).map((rule) => [rule.id, rule]));
    for (const [id, [first]] of open) if (!rules.has(id)) rules.set(id, toRule(first!));
    const lastEvaluation = new Date(nowMs).toISOString();
    const groups = new Map<string, RuleGroup & { rules: (RuleRecord | RecordingRecord)[] }>();
    for (const rule of [...rules.values()].sort(byPlace)) {
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (!isWanted(rule, search)) continue;
      const [file, name] = [toFile(rule), toGroupName(rule)];
      const key = JSON.stringify([file, name]);
      const group = groups.get(key) ?? { ...toGroup(rule, lastEvaluation), name, file, rules: [] };
      groups.set(key, group);
      const alerts = { open: open.get(rule.id) ?? [], pending: pending.get(rule.id) ?? [] };
      const record = getRecord(rule);
      group.rules.push(
        record === null
          ? toAlertingRecord(rule, alerts, { lastEvaluation, excludesAlerts: search.excludesAlerts })
          : toRecordingRecord(record, rule.expression!, lastEvaluation),
      );
    }
    return [...groups.values()].map(withEvaluation);
  }

  /** Enabled definitions that report problems; templates without their children. */
  private async listDefinitions(viewer: Viewer): Promise<Rule[]> {
    const most = this.config.PROMETHEUS_SERIES;
    const window = { page: 0, size: most, offset: 0, limit: most };
    const sort = { field: 'id', descends: false } as const;
    const { items, total } = await this.definitions.list({ sort, full: false, children: false, window }, viewer);
    if (total > most) throw executionError(`there are more than ${most} alert definitions`);
    const expressions = await this.queries.listRules(items.map(({ id }) => id));
    return items.flatMap(({ id, name, priority, enabled, recoveryId, owner }) =>
      enabled && recoveryId === 0 && owner ? [{ id, name, priority, owner, expression: expressions.get(id) }] : [],
    );
  }
}

function isWanted(rule: Rule, { files, groups, names, type }: RuleSearch): boolean {
  const record = getRecord(rule);
  return (
    isMeant(files, toFile(rule)) &&
    isMeant(groups, toGroupName(rule)) &&
    isMeant(names, record ?? alertName(rule)) &&
    (type === undefined || type === (record === null ? 'alert' : 'record'))
  );
}

function isMeant(wanted: readonly string[], name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

/** File of a rule: the one that it came from, else its owner, which distinguishes equal group names. */
function toFile({ owner: { kind, id }, expression }: Rule): string {
  return expression?.settings?.file || `${kind.toLowerCase()}/${id}`;
}

/** Group of a rule: that of its file, else its owner. */
function toGroupName({ owner, expression }: Rule): string {
  return expression?.settings?.group || owner.name;
}

/** Name of the alerts of a rule, which several rules may share. */
function alertName({ name, expression }: Rule): string {
  return expression?.settings?.labels['alertname'] ?? name;
}

/** By file, rules of groups in their order, others by name. */
function byPlace(a: Rule, b: Rule): number {
  const [one, other] = [a, b].map((rule) => {
    const { group = '', position = 0 } = rule.expression?.settings ?? {};
    return [toFile(rule), group, group === '' ? 0 : position, group === '' ? rule.name : '', rule.id];
  }) as [(string | number)[], (string | number)[]];
  const at = one.findIndex((part, place) => part !== other[place]);
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1;
}

/** Rules without a group have intervals of their own. */
function toGroup({ expression }: Rule, lastEvaluation: string): Omit<RuleGroup, 'name' | 'file' | 'rules'> {
  const { group = '', intervalMs = 0, limit = 0 } = expression?.settings ?? {};
  const isGroup = group !== '';
  return { interval: isGroup ? intervalMs / 1000 : 0, limit: isGroup ? limit : 0, evaluationTime: 0, lastEvaluation };
}

/** The last evaluation of a group is that of its rules. */
function withEvaluation<T extends RuleGroup>(group: T): T {
  if (group.interval === 0) return group;
  const lastEvaluation = group.rules.reduce(
    (last, rule) => (rule.lastEvaluation > last ? rule.lastEvaluation : last),
    '',
  );
  return { ...group, lastEvaluation, evaluationTime: group.rules.reduce((sum, rule) => sum + rule.evaluationTime, 0) };
}

/** Series name of a recording rule, which several rules may share; null for an alerting rule. */
function getRecord({ expression }: Rule): string | null {
  return expression?.settings?.record ?? null;
}

function toRule({ definitionId, name, priority, resourceId, resource }: OpenAlert): Rule {
  return { id: definitionId, name, priority, owner: { kind: 'RESOURCE', id: resourceId, name: resource } };
}

function toAlertRecord(alert: OpenAlert): AlertRecord {
  const { name, labels, alertLabels, description, annotations, activeMs, firedMs, value } = alert;
  return {
    labels: alertLabels
      ? { alertname: name, ...alertLabels }
      : Object.fromEntries(labels.without([METRIC_NAME, 'alertstate']).entries),
    annotations: annotations ?? { description },
    state: 'firing',
    activeAt: new Date(activeMs ?? firedMs).toISOString(),
    value: value === null ? '1e+00' : valueText(value),
  };
}

function toPendingRecord({ name, labels, annotations, activeMs, value }: PendingRow): AlertRecord {
  return {
    labels: { alertname: name, ...labels },
    annotations,
    state: 'pending',
    activeAt: new Date(activeMs).toISOString(),
    value: valueText(value),
  };
}

/** The expression in Prometheus' notation, including its comparison. */
function fieldsOfExpression({ text, comparator, threshold, settings, ...last }: RuleExpression) {
  const { forMs, keepFiringMs, labels: all, annotations } = settings ?? DEFAULT_EXPRESSION;
  const { alertname: _name, ...labels } = all;
  const operator = comparator === '=' ? '==' : comparator;
  return {
    query: operator === null || threshold === null ? text : `(${text}) ${operator} ${threshold}`,
    duration: forMs / 1000,
    keepFiringFor: keepFiringMs / 1000,
    labels,
    annotations,
    health: last.health === null ? ('unknown' as const) : last.health === 'OK' ? ('ok' as const) : ('err' as const),
    ...(last.problem !== null && { lastError: last.problem }),
    evaluationTime: (last.durationMs ?? 0) / 1000,
    ...(last.lastMs !== null && { lastEvaluation: new Date(last.lastMs).toISOString() }),
  };
}

function toAlertingRecord(
  rule: Rule,
  { open, pending }: { open: readonly OpenAlert[]; pending: readonly PendingRow[] },
  { lastEvaluation, excludesAlerts }: { lastEvaluation: string; excludesAlerts: boolean },
): RuleRecord {
  const listed = [...open.map(toAlertRecord), ...pending.map(toPendingRecord)];
  return {
    state: open.length > 0 ? 'firing' : pending.length > 0 ? 'pending' : 'inactive',
    name: alertName(rule),
    query: `ALERTS{alertname=${JSON.stringify(rule.name)}}`,
    duration: 0,
    keepFiringFor: 0,
    labels: { severity: rule.priority.toLowerCase() },
    annotations: {},
    health: 'ok',
    evaluationTime: 0,
    lastEvaluation,
    ...(rule.expression && fieldsOfExpression(rule.expression)),
    alerts: excludesAlerts ? [] : listed,
    type: 'alerting',
  };
}

function toRecordingRecord(record: string, expression: RuleExpression, now: string): RecordingRecord {
  const { query, labels, health, lastError, evaluationTime, lastEvaluation = now } = fieldsOfExpression(expression);
  return {
    name: record,
    query,
    labels,
    health,
    ...(lastError !== undefined && { lastError }),
    evaluationTime,
    lastEvaluation,
    type: 'recording',
  };
}
