/** Both bounds are inclusive, in ms since the epoch; undefined is none. */
export interface TimeBounds {
  startMs: number | undefined;
  endMs: number | undefined;
}

/** A start without an end ends now. See rule reports-1. */
export function timeBoundsOf(
  { startTime, endTime }: { readonly startTime?: number; readonly endTime?: number },
  nowMs: number,
): TimeBounds {
  return { startMs: startTime, endMs: endTime ?? (startTime === undefined ? undefined : nowMs) };
}

/** Those that are requested; undefined for all of them, which is also meant when none is named. */
export function restrictionTo<C>(constants: readonly C[], chosen: readonly C[] | undefined): readonly C[] | undefined {
  return chosen?.length === constants.length ? undefined : chosen;
}
