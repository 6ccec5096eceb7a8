import { excludeMinors } from './minors';
import type { ChosenSystems } from './system-chooser';

/** Minor versions of selected systems that the profile does not support yet, ascending. Pure. */
export function findNewMinors(chosen: ChosenSystems, supported: readonly number[]): readonly number[] {
  const minors = [...chosen.values()].filter((minor) => minor !== undefined);
  return excludeMinors([...new Set(minors)], supported).toSorted((a, b) => a - b);
}
