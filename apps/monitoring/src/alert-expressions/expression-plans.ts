import { Injectable } from '@nestjs/common';
import { type Expr, parseQuery, reachFor, listSelections } from '@wardstone/promql';
import { LRUCache } from 'lru-cache';

/** Characters, and elements of patterns, of all cached expressions: 30 to 140 bytes each. */
const MAX_SIZE = 1_000_000;

/** A parsed expression. */
interface ExpressionPlan {
  readonly expr: Expr;
  /** How far back it reads samples. */
  readonly reachMs: number;
}

/** Cached plans of expressions by text, because each is evaluated repeatedly. */
@Injectable()
export class ExpressionPlans {
  private readonly plans = new LRUCache<string, ExpressionPlan>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ expr }, text) => text.length + countElements(expr),
  });

  /** @throws PromqlError */
  planFor(text: string): ExpressionPlan {
    const known = this.plans.get(text);
    if (known) return known;
    const expr = parseQuery(text);
    const plan = { expr, reachMs: reachFor(expr) };
    this.plans.set(text, plan);
    return plan;
  }
}

function countElements(expr: Expr): number {
  return listSelections(expr, { grid: { start: 0, step: 0, count: 1 }, end: 0 })
    .flatMap(({ matchers }) => matchers)
    .reduce((sum, { weight = 0 }) => sum + weight, 0);
}
