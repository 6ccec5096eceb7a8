import type { ExpressionSettings } from './expression-rules';

/** State of a returned series: waiting for its duration, or firing. */
type InstanceState = 'PENDING' | 'FIRING';

/** A series that an expression returned, identified by its labels. */
export interface AlertInstance {
  readonly state: InstanceState;
  /** Time of the evaluation that first returned it. */
  readonly activeMs: number;
  /** Time of the first evaluation that did not return it, while it keeps firing; otherwise null. */
  readonly missingMs: number | null;
  readonly value: number;
}

interface InstanceRule {
  /** How long a series has to last before it fires. */
  readonly forMs: number;
  /** How long it keeps firing once it is missing. */
  readonly keepFiringMs: number;
}

export interface EvaluatedSeries {
  readonly atMs: number;
  /** End of the settling time after a break; before it, nothing fires or resolves. */
  readonly reliableMs: number;
  /** Value of each series by the key of its labels. */
  readonly values: ReadonlyMap<string, number>;
}

export interface InstanceStep {
  readonly instances: ReadonlyMap<string, AlertInstance>;
  /** Keys, in the order of the series. */
  readonly fired: readonly string[];
  readonly resolved: readonly string[];
}

/** Senders may have been interrupted too if evaluations stopped for longer than this. */
const BREAK_MS = 3 * 60_000;
/** A longer look-back window contains enough samples from before the break. */
const MAX_SETTLING_MS = 3_600_000;

/**
 * When evaluations are reliable again after `lastMs`, given that the next one is at `atMs`: at once, or when the samples that
 * the expression reads are from after the break. See rule alerts-67.
 */
export function computeReliableMs(
  { lastMs, reliableMs }: { lastMs: number | null; reliableMs: number },
  { atMs, intervalMs, reachMs }: { atMs: number; intervalMs: number; reachMs: number },
): number {
  if (lastMs === null || atMs - lastMs <= Math.max(BREAK_MS, 2 * intervalMs)) return reliableMs;
  return atMs + Math.min(reachMs, MAX_SETTLING_MS);
}

/** Grids are shifted by multiples of it: definitions with the same grid share reads and writes. */
const SLOT_MS = 5_000;

/** A rule group is one of a file; both are empty for a definition without. */
type GroupName = Pick<ExpressionSettings, 'group' | 'file'>;

/** Equal for definitions of the same rule group; empty without one. */
export function groupKey({ group, file }: GroupName): string {
  return group === '' ? '' : JSON.stringify([file, group]);
}

/** Key from which the offset of a definition's evaluation times is computed; shared by a group. */
export function gridKey({ id, group, file }: GroupName & { readonly id: number }): number {
  if (group === '') return id;
  let key = 0;
  for (const character of file + group) key = (key * 31 + character.codePointAt(0)!) % 1_000_003;
  return key;
}

/** The last time of the grid of an interval that is not after `nowMs`; grids of other keys are shifted, to spread the load. */
export function gridTime(nowMs: number, intervalMs: number, key: number): number {
  const slots = Math.max(1, Math.floor(intervalMs / SLOT_MS));
  const phaseMs = ((key * 7_919) % slots) * SLOT_MS;
  return Math.floor((nowMs - phaseMs) / intervalMs) * intervalMs + phaseMs;
}

/** Takes one evaluation into account. See rule alerts-66. */
export function stepInstances(
  before: ReadonlyMap<string, AlertInstance>,
  { forMs, keepFiringMs }: InstanceRule,
  { atMs, reliableMs, values }: EvaluatedSeries,
): InstanceStep {
  const isReliable = atMs >= reliableMs;
  const instances = new Map<string, AlertInstance>();
  const fired: string[] = [];
  const resolved: string[] = [];
  for (const [key, value] of values) {
    const known = before.get(key);
    if (known?.state === 'FIRING') {
      instances.set(key, { ...known, missingMs: null, value });
      continue;
    }
    // If the clock was set back, `activeMs` in the future would keep it pending for ever.
    const activeMs = known && known.activeMs >= reliableMs ? Math.min(known.activeMs, atMs) : atMs;
    const fires = isReliable && atMs - activeMs >= forMs;
    if (fires) fired.push(key);
    instances.set(key, { state: fires ? 'FIRING' : 'PENDING', activeMs, missingMs: null, value });
  }
  for (const [key, known] of before) {
    if (known.state === 'PENDING' || values.has(key)) continue;
    if (!isReliable) {
      instances.set(key, { ...known, missingMs: null });
      continue;
    }
    const missingMs = Math.min(known.missingMs ?? atMs, atMs);
    if (atMs - missingMs < keepFiringMs) instances.set(key, { ...known, missingMs });
    else resolved.push(key);
  }
  return { instances, fired, resolved };
}
