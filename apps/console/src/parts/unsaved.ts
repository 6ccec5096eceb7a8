import { useCallback, useEffect, useRef } from 'react';

/** Whether leaving for an address of the console loses what was typed. */
type Guard = (to: { pathname: string }) => boolean;

const guards = new Set<Guard>();

/** State of a navigation that follows a successful save. */
export const SAVED = { state: { isSaved: true } } as const;

/** Whether something on the page would be lost. */
export function isLost(to: { pathname: string; state?: unknown }): boolean {
  const { isSaved = false } = (to.state ?? {}) as { isSaved?: boolean };
  return !isSaved && [...guards].some((guard) => guard(to));
}

/** Whether a form says something else than it began with. Both are plain values. */
export function differs(draft: object, initial: object): boolean {
  return JSON.stringify(draft) !== JSON.stringify(initial);
}

const nowhere = (): boolean => false;

/**
 * Asks before the page is left while it has unsaved input.
 * @param isKept addresses at which the form stays, e.g. its other steps
 * @returns disables the question at once, for pages that save and leave
 */
export function useUnsaved(isUnsaved: boolean, isKept: Guard = nowhere): () => void {
  const current = useRef<Guard>(undefined);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const guard: Guard = (to) => !isKept(to);
    current.current = guard;
    guards.add(guard);
    return () => void guards.delete(guard);
  }, [isUnsaved, isKept]);
  return useCallback(() => {
    if (current.current) guards.delete(current.current);
  }, []);
}
