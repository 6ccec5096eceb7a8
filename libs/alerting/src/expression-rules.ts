import { isLongerThan } from '@wardstone/units';
import { parseTemplate } from './alert-template';

/** How an expression is evaluated, as a client sends it. */
export interface SentExpression {
  readonly seconds?: number;
  readonly forSeconds?: number;
  readonly keepFiringSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface ExpressionSettings {
  readonly intervalMs: number;
  readonly forMs: number;
  readonly keepFiringMs: number;
  /** Templates by the name of the label. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export const DEFAULT_EXPRESSION: ExpressionSettings = {
  intervalMs: 60_000,
  forMs: 0,
  keepFiringMs: 0,
  labels: {},
  annotations: {},
};

const MIN_INTERVAL_S = 10;
const MAX_INTERVAL_S = 86_400;
const MAX_DURATION_S = 366 * 86_400;
const MAX_TEMPLATES = 50;
const MAX_TEMPLATE = 4_000;
const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,99}$/;
/** They are set by the product. */
const RESERVED = /^(?:__.*|alertstate)$/;

/** @param stored what stays where nothing is sent */
export function checkExpression(
  sent: SentExpression,
  stored: ExpressionSettings = DEFAULT_EXPRESSION,
): ExpressionSettings | { problem: string } {
  const seconds = sent.seconds ?? stored.intervalMs / 1000;
  if (seconds < MIN_INTERVAL_S || seconds > MAX_INTERVAL_S)
    return { problem: `Field expression.seconds must be from ${MIN_INTERVAL_S} to ${MAX_INTERVAL_S}` };
  const forSeconds = sent.forSeconds ?? stored.forMs / 1000;
  const keepFiringSeconds = sent.keepFiringSeconds ?? stored.keepFiringMs / 1000;
  for (const [field, duration] of Object.entries({ forSeconds, keepFiringSeconds })) {
    if (duration < 0 || duration > MAX_DURATION_S)
      return { problem: `Field expression.${field} must be from 0 to ${MAX_DURATION_S}` };
  }
  const labels = sent.labels ?? stored.labels;
  const annotations = sent.annotations ?? stored.annotations;
  const problem = templatesProblem('labels', labels) ?? templatesProblem('annotations', annotations);
  if (problem !== undefined) return { problem };
  return {
    intervalMs: seconds * 1000,
    forMs: forSeconds * 1000,
    keepFiringMs: keepFiringSeconds * 1000,
    labels,
    annotations,
  };
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
    // A label tells alerts apart: with the value in it every evaluation would begin another one.
    if (field === 'labels' && template.usesValue) return `${place} must not contain the value; use an annotation`;
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
}

/** Checks a definition that has an expression, or settings of one. */
export function expressionUseProblem({
  categories,
  dampening,
  recoveryId,
  hasSettings,
}: ExpressionUse): string | undefined {
  if (!categories.includes('EXPRESSION'))
    return hasSettings && categories.length > 0
      ? 'Field expression needs a condition of category EXPRESSION'
      : undefined;
  if (categories.length > 1) return 'A definition with a condition of category EXPRESSION must have no other condition';
  if (dampening !== 'NONE') return 'Field dampeningCategory must be NONE with an expression; use expression.forSeconds';
  if (recoveryId !== 0) return 'Field recoveryId must be 0 with an expression: its alerts recover by themselves';
  return undefined;
}
