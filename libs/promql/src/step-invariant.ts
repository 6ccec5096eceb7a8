import type { Expr } from './expression';

/** Functions that depend on the step even if their arguments do not. */
const OF_STEP: ReadonlySet<string> = new Set(
  (
    'days_in_month day_of_month day_of_week day_of_year end hour minute month predict_linear range start step time ' +
    'timestamp year'
  ).split(' '),
);

/** Whether an expression has the same value at each step, so that it is evaluated once. Pure. */
export function isStepInvariant(expr: Expr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'string':
      return true;
    case 'selector':
    case 'subquery':
      return expr.at !== undefined;
    case 'range':
      return isStepInvariant(expr.selector);
    case 'negation':
    case 'aggregate':
      return isStepInvariant(expr.expr);
    case 'binary':
      return isStepInvariant(expr.left) && isStepInvariant(expr.right);
    case 'call':
      return isCallInvariant(expr.name, expr.args);
  }
}

function isCallInvariant(name: string, args: readonly Expr[]): boolean {
  if (!args.every(isStepInvariant)) return false;
  return !OF_STEP.has(name) || (name === 'timestamp' && args[0]!.kind === 'selector');
}
