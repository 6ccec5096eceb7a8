import { type ExpressionSettings, groupKey } from '@wardstone/alerting';
import { METRIC_NAME, type Selection } from '@wardstone/promql';
import { ALERTS, ALERTS_FOR_STATE } from '../prometheus/prometheus-alerts.service';

interface Rule {
  readonly settings: Pick<ExpressionSettings, 'file' | 'group' | 'record'>;
  readonly selections: readonly Selection[];
}

/**
 * Rules in parts of which each is stored before the next is evaluated: a rule comes after those of its group that are
 * listed before it and whose series it reads. Independent rules share reads and writes.
 */
export function groupIntoWaves<T extends Rule>(rules: readonly T[]): T[][] {
  const waves: T[][] = [];
  const before = new Map<string, { stored: readonly string[]; wave: number }[]>();
  for (const rule of rules) {
    const { record } = rule.settings;
    const group = groupKey(rule.settings);
    const earlier = before.get(group) ?? [];
    const waited = group === '' ? [] : earlier.filter(({ stored }) => reads(rule, stored));
    const wave = Math.max(-1, ...waited.map((one) => one.wave)) + 1;
    (waves[wave] ??= []).push(rule);
    if (group !== '') before.set(group, [...earlier, { stored: record === null ? ALERT_SERIES : [record], wave }]);
  }
  return waves;
}

const ALERT_SERIES = [ALERTS, ALERTS_FOR_STATE];

function reads({ selections }: Rule, names: readonly string[]): boolean {
  return selections.some(({ matchers }) => {
    const ofName = matchers.filter(({ name }) => name === METRIC_NAME);
    return names.some((name) => ofName.every(({ accepts }) => accepts(name)));
  });
}
