import type { Condition } from '../src/condition';
import type { Dampening } from '../src/dampening';

/** One fact of the reference model: a number, or the end of an operation. */
export type PlainFact = { metric: number; value: number; minute: number };

export interface PlainDefinition {
  id: number;
  enabled: boolean;
  recoveryId: number;
  onceUntilRecovered: boolean;
  all: boolean;
  dampening: Dampening;
  conditions: Condition[];
}

/**
 * Reference implementation of the engine, slow and simple: it keeps every evaluation since the last firing and counts
 * them, following the specification sentence by sentence. Returns `[fact, definition]` for each alert.
 */
export function referenceFirings(given: readonly PlainDefinition[], facts: readonly PlainFact[]): [number, number][] {
  const definitions = given.map((definition) => ({
    ...definition,
    pending: new Set<number>(),
    holding: new Set<number>(),
    history: [] as { positive: boolean; minute: number }[],
    inverse: undefined as { minute: number; swallowed: number } | undefined,
  }));
  type Model = (typeof definitions)[number];
  const last = new Map<number, number>();
  const alerts: [number, number][] = [];
  const reset = (model: Model): void => {
    model.pending.clear();
    model.holding.clear();
    model.history = [];
    model.inverse = undefined;
  };

  facts.forEach(({ metric, value, minute }, index) => {
    const before = last.get(metric);
    const fired: Model[] = [];
    const active = definitions.filter((model) => {
      if (!model.enabled || model.conditions.length === 0) return false;
      if (model.recoveryId === 0) return true;
      const recovered = definitions.find(({ id }) => id === model.recoveryId);
      return recovered !== undefined && !recovered.enabled;
    });
    for (const model of active) {
      let match = false;
      let miss = false;
      for (const condition of model.conditions) {
        const outcome = toOutcome(condition, metric, value, before);
        if (model.holding.has(condition.id)) {
          if (outcome !== 'miss') continue;
          if (model.all) model.holding.clear();
          model.holding.delete(condition.id);
        }
        if (outcome === 'match') model.pending.add(condition.id);
        if (outcome === 'miss') model.pending.delete(condition.id);
        match ||= outcome === 'match';
        miss ||= outcome === 'miss';
      }
      if (!match && !miss) continue;
      const isSet = model.all ? model.conditions.every(({ id }) => model.pending.has(id)) : model.pending.size > 0;
      if (isSet && match && !(model.all && model.holding.size > 0)) {
        model.history.push({ positive: true, minute });
        if (fires(model, minute)) fired.push(model);
      } else if (!isSet && (miss || model.history.at(-1)?.positive)) {
        model.history.push({ positive: false, minute });
      }
    }
    for (const model of fired) {
      alerts.push([index + 1, model.id]);
      const states = model.conditions.filter(({ id, category }) => category !== 'CHANGE' && model.pending.has(id));
      model.pending = new Set(model.onceUntilRecovered ? states.map(({ id }) => id) : []);
      model.holding = new Set(model.pending);
      model.history = [];
      const restart: number[] = [];
      if (model.dampening.category === 'ONCE') {
        model.enabled = false;
        restart.push(model.id);
      }
      const recovered = definitions.find(({ id }) => id === model.recoveryId);
      if (recovered && !recovered.enabled) {
        recovered.enabled = true;
        restart.push(recovered.id);
      }
      for (const other of definitions) {
        if (restart.includes(other.id) || restart.includes(other.recoveryId)) reset(other);
      }
    }
    last.set(metric, value);
  });
  return alerts;

  function fires(model: Model, minute: number): boolean {
    const { category, count, period, unit } = model.dampening;
    const needed = Math.max(1, count);
    const minutes = period * { MINUTES: 1, HOURS: 60, DAYS: 1440, WEEKS: 10080 }[unit ?? 'MINUTES'];
    const positives = (entries: typeof model.history): number => entries.filter((entry) => entry.positive).length;
    switch (category) {
      case 'NONE':
      case 'ONCE':
        return true;
      case 'CONSECUTIVE_COUNT':
        return model.history.length >= needed && model.history.slice(-needed).every((entry) => entry.positive);
      case 'PARTIAL_COUNT':
        return positives(model.history.slice(-Math.max(period, needed))) >= needed;
      case 'DURATION_COUNT':
        return positives(model.history.filter((e) => period === 0 || e.minute > minute - minutes)) >= needed;
      case 'INVERSE_COUNT': {
        if (count === 0) return true;
        const { inverse } = model;
        const isOver = !inverse || inverse.swallowed >= count || (period > 0 && minute - inverse.minute >= minutes);
        model.inverse = isOver ? { minute, swallowed: 0 } : { ...inverse, swallowed: inverse.swallowed + 1 };
        return isOver;
      }
    }
  }
}

function toOutcome(
  { category, measurementDefinition, threshold, option, comparator }: Condition,
  metric: number,
  value: number,
  before: number | undefined,
): 'match' | 'miss' | undefined {
  if (metric !== measurementDefinition) return undefined;
  if (category === 'CHANGE') return before !== undefined && before !== value ? 'match' : undefined;
  if (threshold === null) return undefined;
  if (category === 'THRESHOLD') {
    const isBeyond = { '<': value < threshold, '=': value === threshold, '>': value > threshold }[comparator!];
    return isBeyond ? 'match' : 'miss';
  }
  const high = Number(option);
  const isMatch = {
    '<': value > threshold && value < high,
    '<=': value >= threshold && value <= high,
    '>': !(value > threshold && value < high),
    '>=': !(value >= threshold && value <= high),
    '=': value === threshold || value === high,
  }[comparator!];
  return isMatch ? 'match' : 'miss';
}
