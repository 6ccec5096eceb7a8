import type { Expr, Selector, Shift } from './expression';
import { infoSelector } from './info';

/** Look-back for the newest sample of a series, as in Prometheus. */
const LOOKBACK_MS = 300_000;

/** How far before its evaluation time a query reads samples, in ms; fixed times (`@`) are ignored. */
export function reachFor(expr: Expr): number {
  switch (expr.kind) {
    case 'number':
    case 'string':
      return 0;
    case 'selector':
      return shifted(expr, LOOKBACK_MS);
    case 'range':
      return shifted(expr.selector, expr.range);
    case 'subquery':
      return shifted(expr, expr.range + reachFor(expr.expr));
    case 'negation':
      return reachFor(expr.expr);
    case 'binary':
      return Math.max(reachFor(expr.left), reachFor(expr.right));
    case 'aggregate':
      return Math.max(reachFor(expr.expr), expr.parameter ? reachFor(expr.parameter) : 0);
    case 'call':
      if (expr.name === 'info') return Math.max(reachFor(expr.args[0]!), shifted(infoSelector(expr), LOOKBACK_MS));
      return Math.max(0, ...expr.args.map(reachFor));
  }
}

function shifted({ at, offset }: Shift | Selector, spanMs: number): number {
  return at === undefined ? Math.max(0, offset + spanMs) : 0;
}
