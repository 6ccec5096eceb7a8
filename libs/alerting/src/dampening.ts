import type { DampeningCategory, DampeningUnit } from '@wardstone/terms';

export interface Dampening {
  readonly category: DampeningCategory;
  readonly count: number;
  readonly period: number;
  /** Null means minutes. */
  readonly unit: DampeningUnit | null;
}

/**
 * State of dampening, reduced to counts. P is a positive evaluation, N a negative one; only the number of N between two
 * P matters.
 */
export interface Streak {
  /** Evaluations so far, both P and N; 0 when no P is remembered. */
  readonly evaluations: number;
  /** The P that can still count, oldest first: number of the evaluation and server time. */
  readonly positives: readonly { readonly at: number; readonly ms: number }[];
  /** After INVERSE_COUNT has fired: how many P to ignore, and until when at most. */
  readonly suppress: { readonly left: number; readonly untilMs: number | null } | null;
}

export const NO_STREAK: Streak = { evaluations: 0, positives: [], suppress: null };

const UNIT_MS: Record<DampeningUnit, number> = {
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
  WEEKS: 7 * 86_400_000,
};

export interface Dampened {
  readonly fires: boolean;
  readonly streak: Streak;
  /** When dampening fires: server times of the P that it counted, oldest first. */
  readonly occurrences: readonly number[];
}

/** Records a P. See rule alerts-24. */
export function dampenPositive(dampening: Dampening, streak: Streak, nowMs: number): Dampened {
  const { category } = dampening;
  if (category === 'NONE' || category === 'ONCE') return { fires: true, streak: NO_STREAK, occurrences: [nowMs] };
  if (category === 'INVERSE_COUNT') return dampenInversely(dampening, streak, nowMs);
  const count = Math.max(1, dampening.count);
  const evaluations = streak.evaluations + 1;
  const positives = [...streak.positives, { at: evaluations, ms: nowMs }].slice(-count);
  const first = positives.length === count ? positives[0]! : undefined;
  const fires = first !== undefined && isRecent(dampening, first, evaluations, nowMs);
  if (fires) return { fires, streak: NO_STREAK, occurrences: positives.map(({ ms }) => ms) };
  return { fires, streak: forgetOld(dampening, { evaluations, positives, suppress: null }), occurrences: [] };
}

/** Records an N. */
export function dampenNegative(dampening: Dampening, streak: Streak): Streak {
  if (streak.positives.length === 0) return streak;
  if (dampening.category === 'CONSECUTIVE_COUNT') return NO_STREAK;
  return forgetOld(dampening, { ...streak, evaluations: streak.evaluations + 1 });
}

/** Whether the newest evaluation is a P. */
export function endsPositive({ evaluations, positives }: Streak): boolean {
  return positives.length > 0 && positives.at(-1)!.at === evaluations;
}

function dampenInversely({ count, period, unit }: Dampening, { suppress }: Streak, nowMs: number): Dampened {
  const isSwallowed = suppress && suppress.left > 0 && (suppress.untilMs === null || nowMs < suppress.untilMs);
  if (isSwallowed) {
    const streak = { ...NO_STREAK, suppress: { ...suppress, left: suppress.left - 1 } };
    return { fires: false, streak, occurrences: [] };
  }
  const untilMs = period > 0 ? nowMs + period * UNIT_MS[unit ?? 'MINUTES'] : null;
  const streak = count === 0 ? NO_STREAK : { ...NO_STREAK, suppress: { left: count, untilMs } };
  return { fires: true, streak, occurrences: [nowMs] };
}

/** Whether the first of `count` P is near enough to the newest one. */
function isRecent(
  dampening: Dampening,
  first: Streak['positives'][number],
  evaluations: number,
  nowMs: number,
): boolean {
  if (dampening.category === 'DURATION_COUNT') {
    const windowMs = dampening.period * UNIT_MS[dampening.unit ?? 'MINUTES'];
    return windowMs === 0 || first.ms > nowMs - windowMs;
  }
  return first.at > evaluations - getWindow(dampening);
}

/** Number of evaluations to consider. */
function getWindow({ category, count, period }: Dampening): number {
  const needed = Math.max(1, count);
  return category === 'PARTIAL_COUNT' ? Math.max(period, needed) : needed;
}

/** Drops every P that can no longer count. */
function forgetOld(dampening: Dampening, streak: Streak): Streak {
  if (dampening.category === 'DURATION_COUNT') return streak;
  const oldest = streak.evaluations - getWindow(dampening) + 1;
  const positives = streak.positives.filter(({ at }) => at >= oldest);
  return positives.length === 0 ? NO_STREAK : { ...streak, positives };
}
