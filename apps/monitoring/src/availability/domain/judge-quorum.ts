/** States of the resources of a quorum. */
export interface QuorumVotes {
  up: number;
  down: number;
  /** Without a known state. */
  unknown: number;
}

/**
 * Availability of a quorum. A resource whose state is unknown has no vote, and too few votes decide nothing. Pure.
 * @param needed number that must be down; more than half if undefined, and at most all
 */
export function judgeQuorum({ up, down, unknown }: QuorumVotes, needed?: number): 'UP' | 'DOWN' | 'UNKNOWN' {
  const total = up + down + unknown;
  const threshold = Math.min(needed ?? Math.floor(total / 2) + 1, total);
  if (total === 0 || up + down < threshold) return 'UNKNOWN';
  return down >= threshold ? 'DOWN' : 'UP';
}
