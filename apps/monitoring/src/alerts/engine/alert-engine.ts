import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import { addJob, defineTask } from '@wardstone/jobs';
import { describeMatches } from '../domain/description';
import type { Condition } from '../domain/condition';
import { conditionTest } from '../domain/condition-test';
import type { EngineDefinition, Timer } from '../domain/evaluate';
import type { Fact } from '../domain/fact';
import { applyFact, type Firing, type ResourceAlerts } from '../domain/resource-alerts';
import { AlertDefinitionQueries } from '../definitions/alert-definition.queries';
import { AlertNotices } from './alert-notices';
import { type EngineDefinitionRow, EngineQueries, type NewAlert, type RuleStateRow } from './engine.queries';
import { grouped } from './grouped';
import { RuleStateQueries } from './rule-state.queries';
import { readMemory, readStates, writeMemory, writeStates } from './stored-rule-state';

/** The end of the time that an AVAIL_DURATION condition waits. */
export const TIMER = defineTask<Timer & { resourceId: number }>('alert.timer');

/** Room for what is logged of a value. See rule alerts-18. */
const LONGEST_VALUE = 4000;
/** Facts per turn of the event loop, so that other requests are served. */
const FACTS_AT_ONCE = 1_000;
/** Resources whose definitions are kept ready. */
const MOST_CACHED = 50_000;

interface Ready {
  readonly version: number;
  readonly definitions: readonly EngineDefinition[];
}

/**
 * Evaluates facts against the definitions of their resources, in the transaction that stores the facts: facts, rule state and
 * alerts are committed together or not at all, whichever replica does it.
 */
@Injectable()
export class AlertEngine {
  /** As of a version of the resource's rule state, which is read under lock each time. */
  private readonly ready = new LRUCache<number, Ready>({ max: MOST_CACHED });
  private readonly fired: Counter;

  constructor(
    private readonly queries: EngineQueries,
    private readonly definitions: AlertDefinitionQueries,
    private readonly ruleStates: RuleStateQueries,
    private readonly notices: AlertNotices,
    private readonly clock: Clock,
    { registry }: ServiceMetrics,
  ) {
    this.fired = new Counter({ name: 'alerts_fired_total', help: 'Alerts fired', registers: [registry] });
  }

  /** Returns the ids of the alerts. */
  async evaluate(tx: Transaction, facts: ReadonlyMap<number, readonly Fact[]>): Promise<number[]> {
    const rows = await this.queries.lockRuleStates(tx, [...facts.keys()]);
    if (rows.length === 0) return [];
    const ready = await this.prepare(tx, rows);
    const nowMs = this.clock.now();
    const fired: NewAlert[] = [];
    const changed: Omit<RuleStateRow, 'version'>[] = [];
    let sinceYield = 0;
    for (const row of rows) {
      const before = await this.alertsOf(tx, row, ready.get(row.resource_id)!);
      let alerts = before;
      for (const fact of facts.get(row.resource_id) ?? []) {
        if (++sinceYield % FACTS_AT_ONCE === 0) await yieldToEventLoop();
        const result = applyFact(alerts, fact, nowMs);
        await this.setTimers(tx, row.resource_id, alerts, result.alerts);
        for (const firing of result.firings) fired.push(alertOf(row.resource_id, alerts, firing));
        alerts = result.alerts;
      }
      const { states, memory, definitions } = alerts;
      const after = { states: writeStates(states, definitions), memory: writeMemory(memory, definitions) };
      if (!isSame(after, row)) changed.push({ resource_id: row.resource_id, ...after });
      await this.saveSwitches(tx, before, alerts);
    }
    if (changed.length > 0) await this.queries.saveRuleStates(tx, changed);
    tx.onCommit(() => this.fired.inc(fired.length));
    const stored = await this.queries.insertAlerts(tx, fired);
    await this.notices.announce(tx, stored, nowMs);
    return stored.ids;
  }

  /** Reads the definitions of those resources that have changed since they were read last. */
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
    const conditions = await this.definitions.listConditions(
      definitions.map(({ id }) => id),
      tx,
    );
    const conditionsOf = grouped(conditions, ({ definitionId }) => definitionId);
    const definitionsOf = grouped(definitions, (definition) => definition.resource_id);
    for (const { resource_id: id, version } of stale) {
      const own = (definitionsOf.get(id) ?? []).map((row) => readyDefinition(row, conditionsOf.get(row.id) ?? []));
      const current = { version, definitions: own };
      this.ready.set(id, current);
      ready.set(id, current);
    }
    return ready;
  }

  private async alertsOf(tx: Transaction, row: RuleStateRow, { definitions }: Ready): Promise<ResourceAlerts> {
    const own = new Set(definitions.map(({ id }) => id));
    const foreign = definitions.map(({ recoveryId }) => recoveryId).filter((id) => id !== 0 && !own.has(id));
    return {
      definitions,
      states: readStates(row.states),
      memory: readMemory(row.memory),
      elsewhere: foreign.length === 0 ? new Map() : await this.queries.listEnabled(tx, foreign),
    };
  }

  private async setTimers(
    tx: Transaction,
    resourceId: number,
    before: ResourceAlerts,
    after: ResourceAlerts,
  ): Promise<void> {
    for (const [id, { timers }] of after.states) {
      const known = before.states.get(id)?.timers ?? [];
      for (const timer of timers.filter((candidate) => !known.includes(candidate))) {
        await addJob(tx, TIMER, { resourceId, ...timer }, { runAt: new Date(timer.dueMs) });
      }
    }
  }

  private async saveSwitches(tx: Transaction, before: ResourceAlerts, after: ResourceAlerts): Promise<void> {
    const own = after.definitions.filter((definition, i) => definition.isEnabled !== before.definitions[i]!.isEnabled);
    const foreign = [...after.elsewhere].filter(([id, isEnabled]) => before.elsewhere.get(id) !== isEnabled);
    const switched = [...own.map(({ id, isEnabled }) => [id, isEnabled] as const), ...foreign];
    if (switched.length === 0) return;
    const ids = switched.map(([id]) => id);
    await this.ruleStates.hold(tx, [], ids);
    for (const isEnabled of [true, false]) {
      const turned = switched.filter(([, value]) => value === isEnabled).map(([id]) => id);
      await this.queries.setEnabled(tx, turned, isEnabled);
    }
    // The states of this resource are written by the caller; those of others start over here.
    await this.ruleStates.bumpVersion(tx, ids, { resets: true });
  }
}

function alertOf(resourceId: number, alerts: ResourceAlerts, firing: Firing): NewAlert {
  const { conditions, mode, dampening } = alerts.definitions.find(({ id }) => id === firing.definitionId)!;
  const matches = firing.matches.map(({ conditionId, value, atMs }) => {
    const { condition } = conditions.find((test) => test.condition.id === conditionId)!;
    return { condition, value: value.slice(0, LONGEST_VALUE), atMs };
  });
  return {
    definitionId: firing.definitionId,
    resourceId,
    firedMs: firing.atMs,
    description: describeMatches(matches.map(({ condition, ...match }) => ({ condition, match }))),
    matches,
    rules: { mode, dampening, conditions: conditions.map(({ condition }) => condition) },
    occurrences: firing.occurrences,
  };
}

function isSame(after: Pick<RuleStateRow, 'states' | 'memory'>, row: RuleStateRow): boolean {
  return isEqual(after.states, row.states) && isEqual(after.memory, row.memory);
}

/** Key order aside, which the database decides. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

/** A stored definition made ready for facts. */
export function readyDefinition(row: EngineDefinitionRow, conditions: readonly Condition[]): EngineDefinition {
  return {
    id: row.id,
    isEnabled: row.is_enabled,
    recoveryId: row.recovery_id,
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
