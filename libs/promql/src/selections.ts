import { infoSelector } from './info';
import type { Expr, Matcher, RangeSelector, Selector, Shift, Subquery } from './expression';
import { KEPT_FOR } from './range-functions';
import type { Grid, Kept, Selection } from './series';

/** Default step of a subquery. */
const SUBQUERY_STEP_MS = 60_000;

/** The times of a query, in ms. */
export interface QueryTimes {
  readonly grid: Grid;
  /** The requested end, at or after the last step. */
  readonly end: number;
}

/** The time of each step after a shift (`offset`, `@`). */
export function shiftedTime({ offset, at }: Shift, { start, step }: Grid, query: QueryTimes): (k: number) => number {
  const fixed = at === 'start' ? query.grid.start : at === 'end' ? query.end : at;
  return fixed === undefined ? (k) => start + k * step - offset : () => fixed - offset;
}

/** @param kept roll-ups that may replace deleted values */
export function toSelection(
  expr: Selector | RangeSelector,
  grid: Grid,
  query: QueryTimes,
  kept: Kept | undefined,
): Selection {
  const selector = expr.kind === 'range' ? expr.selector : expr;
  const timeAt = shiftedTime(selector, grid, query);
  const range = expr.kind === 'range' ? expr.range : 0;
  return {
    matchers: selector.matchers,
    from: timeAt(0) - range,
    to: timeAt(grid.count - 1),
    looksBack: expr.kind === 'selector',
    kept,
  };
}

/** The steps at which a subquery evaluates its expression; a count below 1 for none. */
export function subqueryGrid(subquery: Subquery, grid: Grid, query: QueryTimes): Grid {
  const endAt = shiftedTime(subquery, grid, query);
  const step = subquery.step ?? SUBQUERY_STEP_MS;
  const start = step * (Math.floor((endAt(0) - subquery.range) / step) + 1);
  return { start, step, count: Math.floor((endAt(grid.count - 1) - start) / step) + 1 };
}

/** All selections of an expression's evaluation, so that they can be read beforehand. Pure. */
export function listSelections(expr: Expr, query: QueryTimes): Selection[] {
  const found: Selection[] = [];
  const visit = (part: Expr, grid: Grid, caller?: string): void => {
    switch (part.kind) {
      case 'selector':
        found.push(toSelection(part, grid, query, caller === 'timestamp' ? undefined : 'avg'));
        break;
      case 'range':
        found.push(toSelection(part, grid, query, KEPT_FOR[caller ?? '']));
        break;
      case 'subquery': {
        const inner = subqueryGrid(part, grid, query);
        if (inner.count >= 1) visit(part.expr, inner);
        break;
      }
      case 'negation':
        visit(part.expr, grid);
        break;
      case 'binary':
        visit(part.left, grid);
        visit(part.right, grid);
        break;
      case 'aggregate':
        if (part.parameter) visit(part.parameter, grid);
        visit(part.expr, grid);
        break;
      case 'call':
        if (part.name === 'info') {
          visit(part.args[0]!, grid);
          found.push(toSelection(infoSelector(part), grid, query, 'avg'));
        } else for (const arg of part.args) visit(arg, grid, part.name);
        break;
      default:
    }
  };
  visit(expr, query.grid);
  return found;
}

/** Equal for selectors that select the same series. */
export function selectorKey(matchers: readonly Matcher[]): string {
  let key = keys.get(matchers);
  if (key === undefined) {
    key = JSON.stringify(matchers.map(({ name, operator, value }) => [name, operator, value]));
    keys.set(matchers, key);
  }
  return key;
}

const keys = new WeakMap<readonly Matcher[], string>();
