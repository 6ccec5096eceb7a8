import { useCallback, useEffect, useRef } from 'react';

/** Whether leaving for an address of the console loses unsaved input. */
type Guard = (to: { pathname: string }) => boolean;

const guards = new Set<Guard>();

/** State of a navigation that follows a successful save. */
export const SAVED = { state: { isSaved: true } } as const;

/** Whether leaving would lose unsaved input. */
export function isLost(to: { pathname: string; state?: unknown }): boolean {
  const { isSaved = false } = (to.state ?? {}) as { isSaved?: boolean };
  return !isSaved && [...guards].some((guard) => guard(to));
}

/** Whether a form differs from its initial values. Both are plain values. */
export function differs(draft: object, initial: object): boolean {
  return JSON.stringify(draft) !== JSON.stringify(initial);
}

const stays = (): boolean => false;

/**
 * Asks for confirmation before the page is left with unsaved input.
 * @param isKept addresses at which the form stays, e.g. its other steps
 * @returns a function that disables the question at once, for pages that save and leave
 */
export function useUnsaved(isUnsaved: boolean, isKept: Guard = stays): () => void {
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
