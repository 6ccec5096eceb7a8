import { type Found, isObject, type Spec } from './records';

/** A document made of a rule, with its place in the file. */
export interface RuleDocument {
  readonly value: unknown;
  readonly at: readonly (string | number)[];
}

type Texts = Record<string, string>;

/** Whether a file is one of rules of Prometheus. Pure. */
export function isRuleFile(value: unknown): value is { groups: unknown } {
  return isObject(value) && value['kind'] === undefined && value['groups'] !== undefined;
}

const DEFAULT_SECONDS = 60;
const SHORTEST_SECONDS = 10;
const PRIORITIES: Readonly<Record<string, string>> = {
  critical: 'HIGH',
  page: 'HIGH',
  emergency: 'HIGH',
  high: 'HIGH',
  error: 'HIGH',
  warning: 'MEDIUM',
  medium: 'MEDIUM',
  ticket: 'MEDIUM',
};

/** Alerting rules as definitions of the installation; what cannot be carried over is a problem. Pure. */
export function definitionsOf(file: { groups: unknown }): {
  documents: RuleDocument[];
  problems: { at: readonly (string | number)[]; text: string }[];
} {
  const documents: RuleDocument[] = [];
  const problems: { at: readonly (string | number)[]; text: string }[] = [];
  const names = new Map<string, number>();
  listOf(file.groups).forEach((group, g) => {
    const at = ['groups', g];
    for (const field of ['limit', 'query_offset'])
      if (isObject(group) && group[field] !== undefined && group[field] !== 0 && group[field] !== '0s')
        problems.push({ at: [...at, field], text: `${field} is not supported` });
    listOf(field(group, 'rules')).forEach((rule, r) => {
      const place = [...at, 'rules', r];
      const alert = field(rule, 'alert');
      if (field(rule, 'record') !== undefined) {
        const text = 'recording rules are not supported; write the expression into the rules that use it';
        problems.push({ at: [...place, 'record'], text });
      } else if (typeof alert !== 'string' || typeof field(rule, 'expr') !== 'string') {
        problems.push({ at: place, text: 'a rule must have alert and expr' });
      } else {
        const seconds = secondsOf(field(group, 'interval')) ?? DEFAULT_SECONDS;
        const durations = ['for', 'keep_firing_for'].map((name) => secondsOf(field(rule, name) ?? '0s'));
        if (durations.includes(undefined))
          problems.push({ at: place, text: 'for and keep_firing_for must be durations' });
        const count = (names.get(alert) ?? 0) + 1;
        names.set(alert, count);
        documents.push({
          at: place,
          value: documentOf({ alert, count, group, rule, seconds, durations: durations.map((each) => each ?? 0) }),
        });
      }
    });
  });
  return { documents, problems };
}

interface Rule {
  readonly alert: string;
  /** Which of the rules of this name it is. */
  readonly count: number;
  readonly group: unknown;
  readonly rule: unknown;
  readonly seconds: number;
  readonly durations: readonly number[];
}

function documentOf({ alert, count, group, rule, seconds, durations: [forSeconds, keepFiringSeconds] }: Rule): unknown {
  const labels = { ...textsOf(field(group, 'labels')), ...textsOf(field(rule, 'labels')) };
  return {
    kind: 'AlertDefinition',
    name: count === 1 ? alert : `${alert} ${count}`,
    spec: {
      of: { installation: true },
      enabled: true,
      priority: PRIORITIES[labels['severity']?.toLowerCase() ?? ''] ?? 'LOW',
      conditions: [{ category: 'EXPRESSION', option: String(field(rule, 'expr')).trim() }],
      expression: {
        seconds: Math.max(SHORTEST_SECONDS, seconds),
        forSeconds,
        keepFiringSeconds,
        // The alert keeps its name where several rules share it.
        labels: count === 1 ? labels : { ...labels, alertname: alert },
        annotations: textsOf(field(rule, 'annotations')),
      },
    },
  };
}

/** Definitions with expressions as a rule file of Prometheus, by the interval of their evaluation. Pure. */
export function ruleFileOf(found: readonly Pick<Found, 'name' | 'spec'>[]): { groups: unknown[] } {
  const rules = found.flatMap(({ name, spec }) => {
    const [condition] = listOf(spec['conditions']);
    if (field(condition, 'category') !== 'EXPRESSION' || spec['enabled'] !== true) return [];
    const expression = (spec['expression'] ?? {}) as Spec;
    const { alertname = name, ...labels } = textsOf(expression['labels']);
    const [waits, keeps] = [Number(expression['forSeconds'] ?? 0), Number(expression['keepFiringSeconds'] ?? 0)];
    const annotations = textsOf(expression['annotations']);
    const rule = {
      alert: alertname,
      expr: exprOf(condition as Spec),
      ...(waits > 0 && { for: `${waits}s` }),
      ...(keeps > 0 && { keep_firing_for: `${keeps}s` }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    };
    return [{ seconds: Number(expression['seconds'] ?? DEFAULT_SECONDS), rule }];
  });
  const groups = [...Map.groupBy(rules, ({ seconds }) => seconds)].sort(([a], [b]) => a - b);
  return {
    groups: groups.map(([seconds, some]) => ({
      name: `wardstone-${seconds}s`,
      interval: `${seconds}s`,
      rules: some.map(({ rule }) => rule),
    })),
  };
}

function exprOf(condition: Spec): string {
  const {
    option = '',
    comparator,
    threshold,
  } = condition as { option?: string; comparator?: string; threshold?: number };
  if (comparator === undefined || threshold === undefined) return option;
  return `(${option}) ${comparator === '=' ? '==' : comparator} ${threshold}`;
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): Texts {
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, text]) => [name, typeof text === 'string' ? text : JSON.stringify(text)]),
      )
    : {};
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
};

/** Whole seconds of a duration such as 1h30m; undefined for what is none. */
function secondsOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^(?:\d+(?:ms|[smhdwy]))+$|^0$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/g)) seconds += Number(count) * UNIT_SECONDS[unit!]!;
  return Math.ceil(seconds);
}
