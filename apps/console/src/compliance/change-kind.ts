import type { SystemChangeRecord } from '@wardstone/client/compliance';

type State = NonNullable<SystemChangeRecord['after']>;
export type ChangeKind = State['verdict'] | 'first' | 'rose' | 'fell' | 'none';

/** Kind of a system's change between two days; with an equal verdict, judged by score. Pure. */
export function getChangeKind({ before, after }: Pick<SystemChangeRecord, 'before' | 'after'>): ChangeKind {
  if (after === null) return 'none';
  if (before === null) return 'first';
  if (before.verdict !== after.verdict) return after.verdict;
  return (after.score ?? 0) > (before.score ?? 0) ? 'rose' : 'fell';
}
