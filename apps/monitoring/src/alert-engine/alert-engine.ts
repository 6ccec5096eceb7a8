import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  applyFact,
  type Condition,
  conditionTest,
  describeMatches,
  type EngineDefinition,
  type Fact,
  type Firing,
  type KnownRules,
  readMemory,
  readStates,
  type ResourceAlerts,
  type Timer,
  ValueWatchers,
  writeMemory,
  writeStates,
} from '@wardstone/alerting';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { Clock, upTo } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import { addJobs } from '@wardstone/jobs';
import { AlertNotices } from './alert-notices';
import { type EngineDefinitionRow, EngineQueries, type NewAlert, type RuleStateRow } from './engine.queries';
import { TIMER } from './tasks';
import { RuleStates } from './rule-states';

/** Maximum length of a logged value. See rule alerts-18. */
const MAX_VALUE_LENGTH = 4000;
const MAX_DESCRIPTION_LENGTH = 16_000;
/** Number of facts per turn of the event loop, so that other requests are served. */
const FACTS_AT_ONCE = 1_000;
/** Maximum number of resources whose prepared definitions are cached. */
const MAX_CACHED = 50_000;

interface Ready extends KnownRules {
  readonly version: number;
  readonly definitions: readonly EngineDefinition[];
  /** Ids of definitions on other resources that these recover. */
  readonly foreign: readonly number[];
}

const NO_COUNTS: Ready['counted'] = new Map();

/**
 * Evaluates facts against the definitions of their resources, in the transaction that stores the facts: facts, rule
 * state and alerts are committed together or not at all, on any replica.
 */
@Injectable()
export class AlertEngine {
  /** Engine state by version of the resource's rule state, which is read with a lock each time. */
  private readonly ready = new LRUCache<number, Ready>(upTo(MAX_CACHED));
  private readonly fired: Counter;

  constructor(
    private readonly queries: EngineQueries,
    private readonly ruleStates: RuleStates,
    private readonly notices: AlertNotices,
    private readonly clock: Clock,
    { registry }: ServiceMetrics,
  ) {
    this.fired = new Counter({ name: 'alerts_fired_total', help: 'Alerts fired', registers: [registry] });
  }

  /** Returns the ids of the alerts. */
  async evaluate(tx: Transaction, facts: ReadonlyMap<number, readonly Fact[]>): Promise<number[]> {
    const rows = await this.lock(tx, [...facts.keys()]);
    if (rows.length === 0) return [];
    const ready = await this.prepare(tx, rows);
    const elsewhere = await this.listElsewhere(tx, [...ready.values()]);
    const nowMs = this.clock.now();
    const fired: NewAlert[] = [];
    const changed: Omit<RuleStateRow, 'version'>[] = [];
    const timers: (Timer & { resourceId: number })[] = [];
    const switched = new Map<number, boolean>();
    let sinceYield = 0;
    for (const row of rows) {
      const { resource_id: resourceId } = row;
      const known = ready.get(resourceId)!;
      const before: ResourceAlerts = {
        definitions: known.definitions,
        states: readStates(row.states),
        memory: readMemory(row.memory),
        elsewhere: pickEntries(elsewhere, known.foreign),
      };
      let alerts = before;
      for (const fact of facts.get(resourceId) ?? []) {
        if (++sinceYield % FACTS_AT_ONCE === 0) await yieldToEventLoop();
        const isSwitched = alerts.definitions !== before.definitions;
        if (!isSwitched && known.watchers.isIdle(fact, alerts.states)) continue;
        const concerned = isSwitched ? undefined : known.watchers.concernedBy(fact);
        const result = applyFact(alerts, fact, nowMs, concerned);
        for (const firing of result.firings) fired.push(getAlert(resourceId, alerts, firing, fact));
        alerts = result.alerts;
      }
      known.counted = countedIn(alerts.states);
      if (alerts === before) continue;
      const { definitions, states, memory } = alerts;
      const after = { states: writeStates(states, definitions), memory: writeMemory(memory, definitions) };
      if (!isSame(after, row)) changed.push({ resource_id: resourceId, ...after });
      for (const timer of newTimers(before, alerts)) timers.push({ resourceId, ...timer });
      for (const [id, isEnabled] of switchedBy(before, alerts)) {
        switched.set(id, isEnabled);
        elsewhere.set(id, isEnabled);
      }
    }
    for (const [dueMs, due] of Map.groupBy(timers, (timer) => timer.dueMs)) {
      await addJobs(tx, TIMER, due, { runAt: new Date(dueMs) });
    }
    await this.saveSwitches(tx, switched);
    if (changed.length > 0) await this.queries.saveRuleStates(tx, changed);
    tx.onCommit(() => this.fired.inc(fired.length));
    const stored = await this.queries.insertAlerts(tx, fired);
    await this.notices.announce(tx, stored, nowMs);
    return stored.ids;
  }

  /** The definitions of a resource, if this process has used them before. */
  getKnownRules(resourceId: number): KnownRules | undefined {
    return this.ready.get(resourceId);
  }

  /** Resources without pending state, according to this process's cached definitions. */
  findAtRest(tx: Transaction, resourceIds: Iterable<number>): Promise<ReadonlySet<number>> {
    const known: Pick<RuleStateRow, 'resource_id' | 'version'>[] = [];
    for (const id of resourceIds) {
      const ready = this.ready.get(id);
      if (ready) known.push({ resource_id: id, version: ready.version });
    }
    return this.queries.findAtRest(tx, known);
  }

  /** Locks resources in inventory that have definitions; cached state of others is dropped. */
  private async lock(tx: Transaction, ids: readonly number[]): Promise<RuleStateRow[]> {
    if (ids.length === 0) return [];
    const rows = await this.queries.lockRuleStates(tx, ids);
    const locked = new Set(rows.map((row) => row.resource_id));
    for (const id of ids) if (!locked.has(id)) this.ready.delete(id);
    return rows;
  }

  /** Reads the definitions of resources that have changed since the last read. */
  private async prepare(tx: Transaction, rows: readonly RuleStateRow[]): Promise<ReadonlyMap<number, Ready>> {
    const ready = new Map<number, Ready>();
    const stale: RuleStateRow[] = [];
    for (const row of rows) {
      const known = this.ready.get(row.resource_id);
      if (known?.version === row.version) ready.set(row.resource_id, known);
      else stale.push(row);
    }
    if (stale.length === 0) return ready;
    const ids = stale.map((row) => row.resource_id);
    const definitions = await this.queries.listDefinitions(tx, ids);
    const conditions = await this.queries.listConditions(
      tx,
      definitions.map(({ id }) => id),
    );
    const conditionsOf = Map.groupBy(conditions, ({ definitionId }) => definitionId);
    const definitionsOf = Map.groupBy(definitions, (definition) => definition.resource_id);
    for (const { resource_id: id, version } of stale) {
      const own = (definitionsOf.get(id) ?? []).map((row) => readyDefinition(row, conditionsOf.get(row.id) ?? []));
      const ids = new Set(own.map((definition) => definition.id));
      const foreign = own.map(({ recoveryId }) => recoveryId).filter((other) => other !== 0 && !ids.has(other));
      const current = { version, definitions: own, watchers: new ValueWatchers(own), foreign, counted: NO_COUNTS };
      this.ready.set(id, current);
      ready.set(id, current);
    }
    return ready;
  }

  /** Whether the definitions on other resources that these recover are enabled; deleted ones are missing. */
  private async listElsewhere(tx: Transaction, ready: readonly Ready[]): Promise<Map<number, boolean>> {
    const ids = new Set(ready.flatMap(({ foreign }) => foreign));
    return ids.size === 0 ? new Map() : this.queries.listEnabled(tx, [...ids]);
  }

  private async saveSwitches(tx: Transaction, switched: ReadonlyMap<number, boolean>): Promise<void> {
    if (switched.size === 0) return;
    const ids = [...switched.keys()];
    await this.ruleStates.hold(tx, [], ids);
    for (const isEnabled of [true, false]) {
      await this.queries.setEnabled(
        tx,
        ids.filter((id) => switched.get(id) === isEnabled),
        isEnabled,
      );
    }
    // The caller writes the states of the evaluated resources; those of others are reset here.
    await this.ruleStates.bumpVersion(tx, ids, { resets: true });
  }
}

function countedIn(states: ResourceAlerts['states']): Ready['counted'] {
  const counted = [...states].filter(([, { streak }]) => streak.positives.length > 0);
  return counted.length === 0 ? NO_COUNTS : new Map(counted.map(([id, { streak }]) => [id, streak.positives.length]));
}

/** New timers that have not expired. */
function newTimers(before: ResourceAlerts, after: ResourceAlerts): Timer[] {
  if (after.states === before.states) return [];
  return [...after.states].flatMap(([id, { timers }]) => {
    const known = before.states.get(id)?.timers ?? [];
    return timers.filter((timer) => !known.includes(timer));
  });
}

/** Definitions, of this or other resources, that were enabled or disabled. */
function switchedBy(before: ResourceAlerts, after: ResourceAlerts): (readonly [id: number, isEnabled: boolean])[] {
  if (after.definitions === before.definitions) return [];
  const own = after.definitions.filter(({ isEnabled }, i) => isEnabled !== before.definitions[i]!.isEnabled);
  const foreign = [...after.elsewhere].filter(([id, isEnabled]) => before.elsewhere.get(id) !== isEnabled);
  return [...own.map(({ id, isEnabled }) => [id, isEnabled] as const), ...foreign];
}

function pickEntries(entries: ReadonlyMap<number, boolean>, ids: readonly number[]): Map<number, boolean> {
  return new Map(ids.flatMap((id) => (entries.has(id) ? [[id, entries.get(id)!] as const] : [])));
}

function getAlert(resourceId: number, alerts: ResourceAlerts, firing: Firing, fact: Fact): NewAlert {
  const { conditions, mode, dampening } = alerts.definitions.find(({ id }) => id === firing.definitionId)!;
  const matches = firing.matches.map(({ conditionId, value, atMs }) => {
    const { condition } = conditions.find((test) => test.condition.id === conditionId)!;
    return { condition, value: value.slice(0, MAX_VALUE_LENGTH), atMs };
  });
  const expression = fact.kind === 'expression' ? fact : undefined;
  const description = describeMatches(matches.map(({ condition, ...match }) => ({ condition, match })));
  return {
    definitionId: firing.definitionId,
    resourceId: expression?.resourceId ?? resourceId,
    firedMs: firing.atMs,
    description: expression ? withAnnotations(description, expression.annotations) : description,
    matches,
    rules: { mode, dampening, conditions: conditions.map(({ condition }) => condition) },
    occurrences: firing.occurrences,
    externalId: expression?.instanceId ?? ((fact.kind === 'event' && fact.externalId) || 0),
    labels: expression?.labels ?? null,
    annotations: expression?.annotations ?? null,
    activeMs: expression?.activeMs ?? null,
  };
}

/** Appends a line for each annotation to the description. */
function withAnnotations(description: string, annotations: Readonly<Record<string, string>>): string {
  const lines = Object.entries(annotations).map(([name, text]) => `${name}: ${text}`);
  return [description, ...lines].join('\n').slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed();
}

function isSame(after: Pick<RuleStateRow, 'states' | 'memory'>, row: RuleStateRow): boolean {
  return isEqual(after.states, row.states) && isEqual(after.memory, row.memory);
}

/** Ignores the order of keys, which the database decides. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

/** Prepares a stored definition for facts. */
export function readyDefinition(row: EngineDefinitionRow, conditions: readonly Condition[]): EngineDefinition {
  return {
    id: row.id,
    isEnabled: row.is_enabled,
    recoveryId: row.recovery_id,
    onceUntilRecovered: row.once_until_recovered,
    mode: row.condition_mode,
    dampening: {
      category: row.dampening_category,
      count: row.dampening_count,
      period: row.dampening_period,
      unit: row.dampening_unit,
    },
    conditions: conditions.map(conditionTest),
  };
}
