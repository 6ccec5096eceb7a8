import { isLongerThan } from '@wardstone/units';
import { parseTemplate } from './alert-template';

/** How an expression is evaluated, as a client sends it. */
export interface SentExpression {
  readonly seconds?: number;
  readonly forSeconds?: number;
  readonly keepFiringSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly record?: string;
  readonly limit?: number;
  readonly queryOffsetSeconds?: number;
  readonly group?: string;
  readonly file?: string;
  readonly position?: number;
}

export interface ExpressionSettings {
  readonly intervalMs: number;
  readonly forMs: number;
  readonly keepFiringMs: number;
  /** Templates by the name of the label. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Name of the series that store the results of a recording rule; null of an alerting rule. */
  readonly record: string | null;
  /** Maximum number of series of one evaluation; 0 for the general limit. */
  readonly limit: number;
  /** How far before the evaluation time the expression is evaluated. */
  readonly queryOffsetMs: number;
  /** Definitions of a group are evaluated at the same times, in order; empty for none. */
  readonly group: string;
  /** Rule file of the group, which distinguishes equal names; empty for none. */
  readonly file: string;
  /** Place in the group, from 0. */
  readonly position: number;
}

export const DEFAULT_EXPRESSION: ExpressionSettings = {
  intervalMs: 60_000,
  forMs: 0,
  keepFiringMs: 0,
  labels: {},
  annotations: {},
  record: null,
  limit: 0,
  queryOffsetMs: 0,
  group: '',
  file: '',
  position: 0,
};

const MIN_INTERVAL_S = 10;
const MAX_INTERVAL_S = 86_400;
const MAX_DURATION_S = 366 * 86_400;
const MAX_TEMPLATES = 50;
const MAX_TEMPLATE = 4_000;
const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,99}$/;
const RECORD = /^[a-zA-Z_:][a-zA-Z0-9_:]{0,199}$/;
const MAX_LIMIT = 1_000_000;
const MAX_OFFSET_S = 86_400;
const MAX_GROUP = 200;
const MAX_FILE = 500;
const MAX_POSITION = 9_999;
/** Labels that the product sets. */
const RESERVED = /^(?:__.*|alertstate)$/;

/** @param stored values kept for fields that are not sent */
export function checkExpression(
  sent: SentExpression,
  stored: ExpressionSettings = DEFAULT_EXPRESSION,
): ExpressionSettings | { problem: string } {
  const given = { ...toSentExpression(stored), ...withoutUndefined(sent) };
  const { labels, annotations, group, file, position } = given;
  const record = given.record || null;
  const problem =
    boundsProblem(given) ??
    lengthProblem('group', group, MAX_GROUP) ??
    lengthProblem('file', file, MAX_FILE) ??
    templatesProblem('labels', labels) ??
    templatesProblem('annotations', annotations) ??
    (record === null ? undefined : recordingProblem(record, given));
  if (problem !== undefined) return { problem };
  return {
    intervalMs: given.seconds * 1000,
    forMs: given.forSeconds * 1000,
    keepFiringMs: given.keepFiringSeconds * 1000,
    labels,
    annotations,
    record,
    limit: given.limit,
    queryOffsetMs: given.queryOffsetSeconds * 1000,
    group,
    file: group === '' ? '' : file,
    position,
  };
}

/** Settings in the form in which clients send them. */
export function toSentExpression(settings: ExpressionSettings): Required<SentExpression> {
  const { labels, annotations, limit, group, file, position } = settings;
  return {
    seconds: settings.intervalMs / 1000,
    forSeconds: settings.forMs / 1000,
    keepFiringSeconds: settings.keepFiringMs / 1000,
    labels,
    annotations,
    record: settings.record ?? '',
    limit,
    queryOffsetSeconds: settings.queryOffsetMs / 1000,
    group,
    file,
    position,
  };
}

function withoutUndefined(sent: SentExpression): Partial<Required<SentExpression>> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

const BOUNDS = {
  seconds: [MIN_INTERVAL_S, MAX_INTERVAL_S],
  forSeconds: [0, MAX_DURATION_S],
  keepFiringSeconds: [0, MAX_DURATION_S],
  limit: [0, MAX_LIMIT],
  queryOffsetSeconds: [0, MAX_OFFSET_S],
  position: [0, MAX_POSITION],
} as const;
type Numbers = Record<keyof typeof BOUNDS, number>;

function boundsProblem(numbers: Numbers): string | undefined {
  for (const field of Object.keys(BOUNDS) as (keyof Numbers)[]) {
    const [min, max] = BOUNDS[field];
    if (numbers[field] < min || numbers[field] > max) return `Field expression.${field} must be from ${min} to ${max}`;
  }
  return undefined;
}

function lengthProblem(field: 'group' | 'file', text: string, max: number): string | undefined {
  return isLongerThan(text, max) ? `Field expression.${field} must not be longer than ${max} characters` : undefined;
}

function recordingProblem(
  record: string,
  { forSeconds, keepFiringSeconds, annotations }: Numbers & Pick<ExpressionSettings, 'annotations'>,
): string | undefined {
  if (!RECORD.test(record))
    return 'Field expression.record: a name has letters, digits, _ and :, at most 200, and begins with no digit';
  if (/^ALERTS(?:_FOR_STATE)?$/.test(record)) return `Field expression.record: the name ${record} is reserved`;
  if (forSeconds === 0 && keepFiringSeconds === 0 && Object.keys(annotations).length === 0) return undefined;
  return 'Field expression: a recording rule has no forSeconds, keepFiringSeconds and annotations';
}

function templatesProblem(
  field: 'labels' | 'annotations',
  templates: Readonly<Record<string, string>>,
): string | undefined {
  const entries = Object.entries(templates);
  if (entries.length > MAX_TEMPLATES) return `Field expression.${field} must have at most ${MAX_TEMPLATES} entries`;
  for (const [name, text] of entries) {
    const place = `Field expression.${field}.${name.slice(0, 100)}`;
    if (!NAME.test(name)) return `${place}: a name has letters, digits and _, at most 100, and begins with no digit`;
    if (field === 'labels' && RESERVED.test(name)) return `${place}: this name is reserved`;
    if (isLongerThan(text, MAX_TEMPLATE)) return `${place} must not be longer than ${MAX_TEMPLATE} characters`;
    const template = parseTemplate(text);
    if ('problem' in template) return `${place}: ${template.problem}`;
    // Labels identify an alert: a label with the value in it would start a new alert with every evaluation.
    if (field === 'labels' && template.usesValue) return `${place} must not contain the value; use an annotation`;
    if (field === 'labels' && template.usesQueries) return `${place} must not run a query; use an annotation`;
  }
  return undefined;
}

/** The parts of a definition that an expression restricts. */
interface ExpressionUse {
  readonly categories: readonly string[];
  readonly dampening: string;
  readonly recoveryId: number;
  /** Whether settings of an expression are stored or sent. */
  readonly hasSettings: boolean;
  /** Whether the results are stored as series. */
  readonly isRecording: boolean;
  /** Whether it is evaluated with others. */
  readonly isGrouped: boolean;
  /** Whether the definition applies to the whole installation instead of a resource. */
  readonly isInstallation: boolean;
}

/** Checks a definition that has an expression, or settings of one. */
export function expressionUseProblem({
  categories,
  dampening,
  recoveryId,
  hasSettings,
  isRecording,
  isGrouped,
  isInstallation,
}: ExpressionUse): string | undefined {
  if (!categories.includes('EXPRESSION'))
    return hasSettings && categories.length > 0
      ? 'Field expression needs a condition of category EXPRESSION'
      : undefined;
  if (categories.length > 1) return 'A definition with a condition of category EXPRESSION must have no other condition';
  if (isRecording && !isInstallation) return 'Field expression.record needs a definition of the installation';
  if (isGrouped && !isInstallation) return 'Field expression.group needs a definition of the installation';
  if (dampening !== 'NONE') return 'Field dampeningCategory must be NONE with an expression; use expression.forSeconds';
  if (recoveryId !== 0) return 'Field recoveryId must be 0 with an expression: its alerts recover by themselves';
  return undefined;
}
