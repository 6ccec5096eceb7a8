/** Input events of a user, unlike automatic requests of pages. */
const INPUT = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
/** Pages opened shortly after an input count as its effect. */
const IN_USE_MS = 60_000;

let lastInputMs = Date.now();

/** Records the last input in this tab; opening it counts. */
export function followUse(target: Pick<Window, 'addEventListener'> = window): void {
  const note = (): void => void (lastInputMs = Date.now());
  for (const type of INPUT) target.addEventListener(type, note, { capture: true, passive: true });
}

/** Marks requests that no user caused, so that polls of an open page do not prolong the session. */
export function backgroundHeaders(nowMs = Date.now()): Readonly<Record<string, string>> {
  return nowMs - lastInputMs < IN_USE_MS ? {} : { 'X-Background': 'yes' };
}
