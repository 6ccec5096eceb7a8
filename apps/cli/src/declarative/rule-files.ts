import { durationSeconds } from '@wardstone/units';
import { type Found, isObject, type Spec } from './records';

/** A document converted from a rule, with its position in the file. */
export interface RuleDocument {
  readonly value: unknown;
  readonly at: readonly (string | number)[];
}

type Texts = Record<string, string>;

/** Whether a file contains Prometheus rules. Pure. */
export function isRuleFile(value: unknown): value is { groups: unknown } {
  return isObject(value) && value['kind'] === undefined && value['groups'] !== undefined;
}

const DEFAULT_SECONDS = 60;
const MIN_SECONDS = 10;
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

/**
 * Converts alerting and recording rules to definitions of the installation; reports what cannot be converted. Pure.
 *
 * @param name of the file, which distinguishes groups of the same name
 */
export function toDefinitions(
  file: { groups: unknown },
  name = '',
): {
  documents: RuleDocument[];
  problems: { at: readonly (string | number)[]; text: string }[];
} {
  const documents: RuleDocument[] = [];
  const problems: { at: readonly (string | number)[]; text: string }[] = [];
  const names = new Map<string, number>();
  toList(file.groups).forEach((group, g) => {
    const at = ['groups', g];
    const limit = field(group, 'limit') ?? 0;
    if (!Number.isInteger(limit)) problems.push({ at: [...at, 'limit'], text: 'limit must be a whole number' });
    const offset = parseSeconds(field(group, 'query_offset') ?? '0s');
    if (offset === undefined) problems.push({ at: [...at, 'query_offset'], text: 'query_offset must be a duration' });
    toList(field(group, 'rules')).forEach((rule, r) => {
      const place = [...at, 'rules', r];
      const alert = field(rule, 'alert');
      const record = field(rule, 'record');
      const title = alert ?? record;
      if (typeof title !== 'string' || !isText(field(rule, 'expr')) || (alert !== undefined && record !== undefined)) {
        problems.push({ at: place, text: 'a rule must have expr, and either alert or record' });
      } else {
        const seconds = parseSeconds(field(group, 'interval')) ?? DEFAULT_SECONDS;
        const durations = ['for', 'keep_firing_for'].map((name) => parseSeconds(field(rule, name) ?? '0s'));
        if (durations.includes(undefined))
          problems.push({ at: place, text: 'for and keep_firing_for must be durations' });
        const count = (names.get(title) ?? 0) + 1;
        names.set(title, count);
        const [forSeconds = 0, keepFiringSeconds = 0] = durations;
        const settings = {
          seconds: Math.max(MIN_SECONDS, seconds),
          ...(alert !== undefined && { forSeconds, keepFiringSeconds }),
          ...(record !== undefined && { record: title }),
          limit,
          queryOffsetSeconds: offset ?? 0,
          ...(isText(field(group, 'name')) && {
            group: String(field(group, 'name')),
            ...(name !== '' && { file: name }),
            position: r,
          }),
        };
        documents.push({ at: place, value: toDocument({ name: title, count, group, rule, settings }) });
      }
    });
  });
  return { documents, problems };
}

interface Rule {
  readonly name: string;
  /** Number of the rule among those with the same name. */
  readonly count: number;
  readonly group: unknown;
  readonly rule: unknown;
  /** How the expression is evaluated. */
  readonly settings: Spec;
}

function toDocument({ name, count, group, rule, settings }: Rule): unknown {
  const labels = { ...toTexts(field(group, 'labels')), ...toTexts(field(rule, 'labels')) };
  const isAlert = settings['record'] === undefined;
  // The alert keeps its name although several rules share it.
  const named = isAlert && count > 1 ? { ...labels, alertname: name } : labels;
  return {
    kind: 'AlertDefinition',
    name: count === 1 ? name : `${name} ${count}`,
    spec: {
      of: { installation: true },
      enabled: true,
      priority: PRIORITIES[labels['severity']?.toLowerCase() ?? ''] ?? 'LOW',
      conditions: [{ category: 'EXPRESSION', option: String(field(rule, 'expr')).trim() }],
      expression: {
        ...settings,
        labels: named,
        ...(isAlert && { annotations: toTexts(field(rule, 'annotations')) }),
      },
    },
  };
}

/**
 * Converts definitions with expressions to a Prometheus rule file; those without a group are in groups of equal interval,
 * limit and offset. Pure.
 */
export function toRuleFile(found: readonly Pick<Found, 'name' | 'spec'>[]): { groups: unknown[] } {
  const rules = found.flatMap(({ name, spec }) => {
    const [condition] = toList(spec['conditions']);
    if (field(condition, 'category') !== 'EXPRESSION' || spec['enabled'] !== true) return [];
    const expression = (spec['expression'] ?? {}) as Spec;
    const { position = 0 } = expression as { position?: number };
    return [{ group: toGroup(expression), position, rule: toRule(name, condition as Spec, expression) }];
  });
  const groups = [...Map.groupBy(rules, ({ group }) => JSON.stringify(group)).values()];
  const names = new Set<string>();
  return {
    groups: groups
      .sort(([a], [b]) => a!.group.seconds - b!.group.seconds)
      .map((some) => {
        const { seconds: _seconds, file: _file, ...group } = some[0]!.group;
        return {
          ...group,
          name: toUnused(group.name, names),
          rules: some.sort((a, b) => a.position - b.position).map(({ rule }) => rule),
        };
      }),
  };
}

/** A file must not have two groups of the same name. */
function toUnused(name: string, used: Set<string>): string {
  let unused = name;
  for (let number = 2; used.has(unused); number++) unused = `${name} ${number}`;
  used.add(unused);
  return unused;
}

function toGroup(expression: Spec): Spec & { name: string; seconds: number } {
  const [seconds, limit, offset] = (['seconds', 'limit', 'queryOffsetSeconds'] as const).map((name) =>
    Number(expression[name] ?? 0),
  ) as [number, number, number];
  const interval = seconds || DEFAULT_SECONDS;
  const parts = [
    `${interval}s`,
    ...(limit > 0 ? ['limit', limit] : []),
    ...(offset > 0 ? ['offset', `${offset}s`] : []),
  ];
  return {
    name: isText(expression['group']) ? String(expression['group']) : ['wardstone', ...parts].join('-'),
    file: expression['file'],
    seconds: interval,
    interval: `${interval}s`,
    ...(limit > 0 && { limit }),
    ...(offset > 0 && { query_offset: `${offset}s` }),
  };
}

function toRule(name: string, condition: Spec, expression: Spec): Spec {
  const { record } = expression;
  const { alertname = name, ...labels } = toTexts(expression['labels']);
  const [waits, keeps] = [Number(expression['forSeconds'] ?? 0), Number(expression['keepFiringSeconds'] ?? 0)];
  const annotations = toTexts(expression['annotations']);
  return {
    ...(record === undefined ? { alert: alertname } : { record }),
    expr: toExpr(condition),
    ...(waits > 0 && { for: `${waits}s` }),
    ...(keeps > 0 && { keep_firing_for: `${keeps}s` }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

function toExpr(condition: Spec): string {
  const {
    option = '',
    comparator,
    threshold,
  } = condition as { option?: string; comparator?: string; threshold?: number };
  if (comparator === undefined || threshold === undefined) return option;
  return `(${option}) ${comparator === '=' ? '==' : comparator} ${threshold}`;
}

/** YAML parses an expression such as 1 as a number. */
function isText(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toTexts(value: unknown): Texts {
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, text]) => [name, typeof text === 'string' ? text : JSON.stringify(text)]),
      )
    : {};
}

/** Whole seconds of a duration such as 1h30m; undefined if invalid. */
function parseSeconds(text: unknown): number | undefined {
  const seconds = typeof text === 'string' ? durationSeconds(text) : undefined;
  return seconds === undefined ? undefined : Math.ceil(seconds);
}
