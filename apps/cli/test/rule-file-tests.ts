import fs from 'node:fs';
import path from 'node:path';
import {
  type AlertInstance,
  annotationsFor,
  checkExpression,
  type ExpressionSettings,
  readyTemplates,
  renderTemplate,
  type SentExpression,
  stepInstances,
} from '@wardstone/alerting';
import {
  Annotations,
  Budget,
  parseDuration,
  Evaluation,
  Labels,
  METRIC_NAME,
  parseQuery,
  type Select,
} from '@wardstone/promql';
import { Pace } from '@wardstone/turns';
import { parse } from 'yaml';
import { toDefinitions } from '../src/declarative/rule-files';

/** A file in the format of `promtool test rules`, as far as tests of rule sets use it. */
interface TestFile {
  rule_files: string[];
  evaluation_interval?: string;
  tests:
    | {
        name?: string;
        interval?: string;
        input_series?: { series: string; values: string | number }[];
        alert_rule_test?: { eval_time: string; alertname: string; exp_alerts?: ExpectedAlert[] | null }[];
        promql_expr_test?: { expr: string; eval_time: string; exp_samples: { labels: string; value: number }[] }[];
      }[]
    | null;
}

interface ExpectedAlert {
  exp_labels?: Record<string, string>;
  exp_annotations?: Record<string, string>;
}

interface Rule {
  readonly name: string;
  readonly text: string;
  readonly settings: ExpressionSettings;
}

/** The expected and the actual result of a check. */
export interface Check {
  readonly title: string;
  readonly expected: readonly unknown[];
  readonly found: readonly unknown[];
}

const LOOKBACK_MS = 300_000;

/** Runs the tests of a file with our parser, templates and decisions about instances, on the times of `promtool test rules`. */
export async function runTests(file: string): Promise<Check[]> {
  const {
    rule_files: ruleFiles,
    evaluation_interval: interval = '1m',
    tests,
  } = parse(fs.readFileSync(file, 'utf8'), { merge: true }) as TestFile;
  const rules = ruleFiles.flatMap((name) => readRules(path.resolve(path.dirname(file), name)));
  const checks: Check[] = [];
  for (const test of tests ?? []) checks.push(...(await runTest(rules, milliseconds(interval), test)));
  return checks;
}

function readRules(file: string): Rule[] {
  const { documents, problems } = toDefinitions(
    parse(fs.readFileSync(file, 'utf8'), { merge: true }) as { groups: unknown },
  );
  expect(problems).toEqual([]);
  return documents.map(({ value }) => {
    const { name, spec } = value as {
      name: string;
      spec: { conditions: [{ option: string }]; expression: SentExpression };
    };
    const settings = checkExpression(spec.expression);
    if ('problem' in settings) throw new Error(`${name}: ${settings.problem}`);
    // Rules of the same name have different definitions, and a label for their alerts.
    return { name: settings.labels['alertname'] ?? name, text: spec.conditions[0].option, settings };
  });
}

async function runTest(
  rules: readonly Rule[],
  stepMs: number,
  test: NonNullable<TestFile['tests']>[number],
): Promise<Check[]> {
  const series = new SeriesOfTest();
  const sampledMs = test.interval === undefined ? stepMs : milliseconds(test.interval);
  for (const { series: text, values } of test.input_series ?? []) {
    const labels = parseLabels(text);
    sampleValues(String(values)).forEach((value, at) => series.add(labels, at * sampledMs, value));
  }
  const states = rules.map((rule) => new RuleState(rule, series));
  const due = [...(test.alert_rule_test ?? []), ...(test.promql_expr_test ?? [])].map((check) => ({
    check,
    atMs: milliseconds(check.eval_time),
  }));
  const checks: Check[] = [];
  const endMs = Math.max(...due.map(({ atMs }) => atMs));
  for (let atMs = 0; atMs <= endMs; atMs += stepMs) {
    for (const state of states) await state.evaluate(atMs);
    for (const { check } of due.filter((one) => one.atMs >= atMs && one.atMs < atMs + stepMs)) {
      const title =
        `${test.name ?? ''} ${'alertname' in check ? check.alertname : check.expr} at ${check.eval_time}`.trim();
      if ('alertname' in check) {
        const expected = (check.exp_alerts ?? []).map(
          ({ exp_labels: labels = {}, exp_annotations: annotations = {} }) => ({
            labels: withoutName(toTexts(labels)),
            annotations: toTexts(annotations),
          }),
        );
        const found = states.filter(({ rule }) => rule.name === check.alertname).flatMap((state) => state.alerts());
        checks.push({ title, expected, found });
      } else {
        const found = await series.evaluate(check.expr, milliseconds(check.eval_time));
        const expected = check.exp_samples.map(({ labels, value }) => [parseLabels(labels).key, value]);
        checks.push({ title, expected, found: found.map((one) => [one.labels.key, one.value]) });
      }
    }
  }
  return checks;
}

class RuleState {
  private instances: ReadonlyMap<string, AlertInstance> = new Map();
  private readonly labels = new Map<string, Labels>();

  constructor(
    readonly rule: Rule,
    private readonly series: SeriesOfTest,
  ) {}

  async evaluate(atMs: number): Promise<void> {
    const { text, settings } = this.rule;
    const templates = readyTemplates(settings.labels);
    const values = new Map<string, number>();
    for (const { labels, value } of await this.series.evaluate(text, atMs)) {
      const own = labels.withoutName();
      const data = { labels: Object.fromEntries(own.entries), value: NaN };
      const labelled = templates.reduce((all, [name, one]) => all.with(name, renderTemplate(one, data)), own);
      this.labels.set(labelled.key, labelled);
      values.set(labelled.key, value);
    }
    if (settings.record === null) {
      this.instances = stepInstances(this.instances, settings, { atMs, reliableMs: 0, values }).instances;
      return;
    }
    for (const [key, value] of values)
      this.series.add(this.labels.get(key)!.with(METRIC_NAME, settings.record), atMs, value);
  }

  alerts(): { labels: object; annotations: object }[] {
    const templates = readyTemplates(this.rule.settings.annotations);
    return [...this.instances].flatMap(([key, { state, value }]) => {
      const labels = withoutName(Object.fromEntries(this.labels.get(key)!.entries));
      return state === 'FIRING' ? [{ labels, annotations: annotationsFor(templates, { labels, value }) }] : [];
    });
  }
}

class SeriesOfTest {
  private readonly stored = new Map<string, { labels: Labels; times: number[]; values: number[] }>();

  add(labels: Labels, timeMs: number, value: number | undefined): void {
    if (value === undefined) return;
    const known = this.stored.get(labels.key) ?? { labels, times: [], values: [] };
    known.times.push(timeMs);
    known.values.push(value);
    this.stored.set(labels.key, known);
  }

  async evaluate(text: string, atMs: number): Promise<{ labels: Labels; value: number }[]> {
    const pace = new Pace({ now: () => 0, pause: () => Promise.resolve() });
    const budget = new Budget({ mostSamples: 1e7, timeLimitMs: 1, now: () => 0, pace, isAbandoned: () => false });
    const select: Select = ({ matchers }) =>
      Promise.resolve(
        [...this.stored.values()]
          .filter(({ labels }) => matchers.every(({ name, accepts }) => accepts(labels.get(name))))
          .map(({ labels, times, values }) => ({
            labels,
            lookbackMs: LOOKBACK_MS,
            points: () => ({ times: Float64Array.from(times), values: Float64Array.from(values) }),
          })),
      );
    const notes = { warnings: new Set<string>(), infos: new Set<string>() };
    const evaluation = new Evaluation({ start: atMs, step: 0, count: 1 }, atMs, select, budget, new Annotations(notes));
    const found = await evaluation.evaluate(parseQuery(text));
    if (found instanceof Float64Array) return [{ labels: Labels.NONE, value: found[0]! }];
    return found.map(({ labels, values: [value] }) => ({ labels, value: value! }));
  }
}

function parseLabels(text: string): Labels {
  const expr = parseQuery(text);
  if (expr.kind !== 'selector') throw new Error(`${text} is no series`);
  return Labels.of(expr.matchers.map(({ name, value }) => [name, value] as const));
}

/** YAML parses a text such as 5 as a number. */
function toTexts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function withoutName({ alertname: _alertname, ...labels }: Record<string, string>): Record<string, string> {
  return labels;
}

const NUMBER = String.raw`[+-]?(?:[\d.]+(?:e[+-]?\d+)?|inf|nan)`;
const VALUES = new RegExp(`^(${NUMBER})([+-]${NUMBER})?(?:x(\\d+))?$`, 'i');

/** Values such as `1 0x3 5+2x10 _x2`; undefined for a sample that is missing. */
function sampleValues(text: string): (number | undefined)[] {
  return text
    .trim()
    .split(/\s+/)
    .flatMap((part) => {
      const [, missing] = /^_(?:x(\d+))?$/.exec(part) ?? [];
      if (part.startsWith('_')) return Array.from({ length: Number(missing ?? 1) }, () => undefined);
      const [, first, step = '0', times = '0'] = VALUES.exec(part)!;
      return Array.from({ length: Number(times) + 1 }, (_, at) => parseNumber(first!) + at * parseNumber(step));
    });
}

function parseNumber(text: string): number {
  return Number(text.replace(/inf/i, 'Infinity').replace(/nan/i, 'NaN'));
}

function milliseconds(text: string): number {
  return parseDuration(text)!;
}
