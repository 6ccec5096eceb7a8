import type { ResultDifferenceRecord } from '@wardstone/dto/compliance';

/** Outcomes of a rule in two results of a system; null if it was not evaluated. */
export interface ComparedRule {
  readonly ref_id: string;
  readonly title: string;
  readonly severity: string;
  readonly failed_before: boolean | null;
  readonly failed_after: boolean | null;
  readonly in_guide_before: boolean;
  readonly in_guide_after: boolean;
}

type Difference = Omit<ResultDifferenceRecord, 'id' | 'against' | 'type'>;
type Kind = keyof Difference;

function toKind({ failed_before, failed_after, in_guide_before, in_guide_after }: ComparedRule): Kind | undefined {
  if (failed_before === failed_after) return undefined;
  if (failed_before === null) return in_guide_before ? 'newly_judged' : 'new_in_guide';
  if (failed_after === null) return in_guide_after ? 'no_longer_judged' : 'gone_from_guide';
  return failed_after ? 'newly_failed' : 'fixed';
}

/** Groups the rules by how they differ, in their order. Pure. */
export function compareRules(rules: readonly ComparedRule[]): Difference {
  const of = (kind: Kind): Difference[Kind] =>
    rules
      .filter((rule) => toKind(rule) === kind)
      .map(({ ref_id, title, severity, failed_before, failed_after }) => ({
        ref_id,
        title,
        severity,
        result: (failed_after ?? failed_before) ? 'fail' : 'pass',
      }));
  return {
    newly_failed: of('newly_failed'),
    fixed: of('fixed'),
    new_in_guide: of('new_in_guide'),
    gone_from_guide: of('gone_from_guide'),
    newly_judged: of('newly_judged'),
    no_longer_judged: of('no_longer_judged'),
  };
}
