import type { AvailabilityType } from '@wardstone/dto/monitoring';

/** A stretch of a resource's availability; `untilMs` is null while it lasts. Times are ms since the epoch. */
export interface Stretch {
  sinceMs: number;
  untilMs: number | null;
  type: AvailabilityType;
}

/** Stretches of a timeline around the time of a report. */
export interface Surroundings<S extends Stretch = Stretch> {
  /** The current stretch. */
  open: S;
  /** The stretch that contains the report's time; undefined if it was deleted long ago. */
  at: S | undefined;
  /** The stretch after `at`, or the oldest one without `at`; undefined if `at` is open. */
  next: S | undefined;
  /** Whether `at` is the oldest stretch. */
  isAtOldest: boolean;
}

export interface Report {
  type: AvailabilityType;
  sinceMs: number;
}

/** A change to the timeline; changes are applied in the given order. */
export type TimelineStep<S extends Stretch = Stretch> =
  | { kind: 'change'; stretch: S; to: Partial<Stretch> }
  | { kind: 'remove'; stretch: S }
  | { kind: 'add'; stretch: Stretch };

/** Whether a report concerns the present: it is neither late nor about a disabled resource. */
export function isAboutPresent(surroundings: Surroundings | undefined, { type, sinceMs }: Report): boolean {
  if (!surroundings) return true;
  const { open } = surroundings;
  return sinceMs >= open.sinceMs && (open.type !== 'DISABLED' || type === 'UNKNOWN');
}

/**
 * How a report changes the timeline. See rule inventory-14. The timeline stays contiguous, with exactly
 * one open stretch and none of length 0. Known reports, late reports at a boundary, and any but UNKNOWN on a disabled
 * resource change nothing. Late reports do not change the current availability.
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
    // A report at a boundary is a duplicate, unless nothing precedes it.
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
