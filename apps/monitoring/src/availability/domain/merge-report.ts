import type { AvailabilityType } from '@wardstone/dto/monitoring';

/** A stretch of a resource's availability; `untilMs` is null while it lasts. Times are ms since the epoch. */
export interface Stretch {
  sinceMs: number;
  untilMs: number | null;
  type: AvailabilityType;
}

/** Records of a timeline around the time of a report. */
export interface Surroundings<S extends Stretch = Stretch> {
  /** The stretch that lasts. */
  open: S;
  /** The one the report falls into; undefined when that was erased long ago. */
  at: S | undefined;
  /** The one after `at`, or the oldest one when there is no `at`; undefined when `at` is open. */
  next: S | undefined;
  /** Whether nothing comes before `at`. */
  isAtOldest: boolean;
}

export interface Report {
  type: AvailabilityType;
  sinceMs: number;
}

/** A step that makes the new timeline of the old one; steps are done in the order given. */
export type TimelineStep<S extends Stretch = Stretch> =
  | { kind: 'change'; stretch: S; to: Partial<Stretch> }
  | { kind: 'remove'; stretch: S }
  | { kind: 'add'; stretch: Stretch };

/** Whether a report is about the present: neither late nor about a disabled resource. */
export function becomesCurrent(surroundings: Surroundings | undefined, { type, sinceMs }: Report): boolean {
  if (!surroundings) return true;
  const { open } = surroundings;
  return sinceMs >= open.sinceMs && (open.type !== 'DISABLED' || type === 'UNKNOWN');
}

/**
 * How a report changes the timeline. See rule inventory-14, rules 2 to 4.
 *
 * Shape: the timeline stays contiguous, with exactly one open stretch and none of length 0.
 * Edges: nothing is changed by what is known already, by a late report at a boundary, and by any report on a disabled
 *        resource but UNKNOWN. Only a report that is not late changes the current availability.
 */
export function mergeReport<S extends Stretch>(
  { open, at, next, isAtOldest }: Surroundings<S>,
  { type, sinceMs }: Report,
): TimelineStep<S>[] {
  if (open.type === 'DISABLED' && type !== 'UNKNOWN') return [];
  if (sinceMs >= open.sinceMs) return continueTimeline(open, { type, sinceMs });
  if (at === undefined) return extendIntoPast(next ?? open, { type, sinceMs });
  if (type === at.type) return [];
  const follower = next ?? open;
  if (sinceMs === at.sinceMs) {
    // A boundary is a duplicate, unless nothing comes before.
    if (!isAtOldest) return [];
    if (type !== follower.type) return [{ kind: 'change', stretch: at, to: { type } }];
    return [
      { kind: 'remove', stretch: at },
      { kind: 'change', stretch: follower, to: { sinceMs } },
    ];
  }
  const shortened: TimelineStep<S> = { kind: 'change', stretch: at, to: { untilMs: sinceMs } };
  if (type === follower.type) return [shortened, { kind: 'change', stretch: follower, to: { sinceMs } }];
  return [shortened, { kind: 'add', stretch: { type, sinceMs, untilMs: follower.sinceMs } }];
}

function continueTimeline<S extends Stretch>(open: S, { type, sinceMs }: Report): TimelineStep<S>[] {
  if (type === open.type) return [];
  if (sinceMs === open.sinceMs) return [{ kind: 'change', stretch: open, to: { type } }];
  return [
    { kind: 'change', stretch: open, to: { untilMs: sinceMs } },
    { kind: 'add', stretch: { type, sinceMs, untilMs: null } },
  ];
}

function extendIntoPast<S extends Stretch>(oldest: S, { type, sinceMs }: Report): TimelineStep<S>[] {
  return type === oldest.type
    ? [{ kind: 'change', stretch: oldest, to: { sinceMs } }]
    : [{ kind: 'add', stretch: { type, sinceMs, untilMs: oldest.sinceMs } }];
}
