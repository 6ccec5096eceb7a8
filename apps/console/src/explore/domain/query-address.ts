import type { TimeRange } from '../../charts/chart-time';

/** Name of the parameter that holds an expression; several queries repeat it. */
export const EXPRESSION = 'expr';
export const STEP = 'step';
const MAX_QUERIES = 10;

/** Steps that the page offers, in seconds; 0 is chosen by the width of the period. */
export const STEPS = [0, 15, 30, 60, 300, 900, 3_600, 21_600, 86_400] as const;

/** Expressions of the address; at least one, which may be empty. Pure. */
export function getExpressions(query: URLSearchParams): string[] {
  const all = query.getAll(EXPRESSION).slice(0, MAX_QUERIES);
  return all.length === 0 ? [''] : all;
}

/** Whether another query fits into the address. Pure. */
export const mayAdd = (expressions: readonly string[]): boolean => expressions.length < MAX_QUERIES;

/** Number of points that fit into a chart. */
const WANTED_POINTS = 250;

/** Step in seconds, of the address or by the width of the period. Pure. */
export function getStep(query: URLSearchParams, range: TimeRange): number {
  const step = Number(query.get(STEP));
  return STEPS.find((each) => each === step && each > 0) ?? autoStep(range);
}

/** Round steps, as long as each has a multiple in the next. */
const ROUND_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400];

/** The shortest round step, in seconds, whose points fit into a chart. Pure. */
export function autoStep({ start, end }: TimeRange): number {
  const wanted = (end - start) / 1000 / WANTED_POINTS;
  return ROUND_STEPS.find((step) => step >= wanted) ?? 86_400;
}

/** The first step of a range: steps are whole multiples, so that a live chart moves without changing its shape. Pure. */
export function firstStep(start: number, step: number): number {
  return Math.ceil(start / 1000 / step) * step * 1000;
}
