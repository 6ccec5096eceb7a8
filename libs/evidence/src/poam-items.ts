import type { EvidencePlan, EvidenceRule, EvidenceSystem, EvidenceWaiver } from './evidence';
import { bySeverityAndTitle, toRank } from './findings';

/** A failed rule on the systems that share a plan or an exception. */
export interface PoamItem {
  readonly rule: EvidenceRule;
  readonly plan: EvidencePlan | null;
  readonly waiver: EvidenceWaiver | null;
  readonly lowering: EvidenceWaiver | null;
  readonly systems: Pick<EvidenceSystem, 'id' | 'display_name'>[];
  /** End of the newest scan with this finding. */
  collected: Date;
}

export type PoamStatus = 'open' | 'planned' | 'overdue' | 'risk accepted';

/** Sorted by severity, lowered ones as such, and title of the rule, then by due date; items without one last. */
export async function readPoamItems(systems: AsyncIterable<EvidenceSystem>): Promise<PoamItem[]> {
  const items = new Map<string, PoamItem>();
  for await (const { id, display_name, result } of systems) {
    const system = { id, display_name };
    for (const rule of result?.rules ?? []) {
      if (!rule.failed || rule.review?.result === 'pass' || rule.review?.result === 'notapplicable') continue;
      const { plan, waiver, lowering } = rule;
      const key = [rule.ref_id, plan?.id, waiver?.id, lowering?.id].join(' ');
      const known = items.get(key) ?? { rule, plan, waiver, lowering, systems: [], collected: result!.end_time };
      items.set(key, known);
      known.systems.push(system);
      if (result!.end_time > known.collected) known.collected = result!.end_time;
    }
  }
  return [...items.values()].sort(
    (a, b) => toSeverityRank(a) - toSeverityRank(b) || bySeverityAndTitle(a, b) || dueTime(a) - dueTime(b),
  );
}

const toSeverityRank = ({ rule, lowering }: PoamItem): number => toRank(lowering?.severity ?? rule.severity);

const dueTime = ({ plan }: PoamItem): number => plan?.due.getTime() ?? Number.MAX_SAFE_INTEGER;

export function poamStatus({ plan, waiver }: PoamItem, at: Date): PoamStatus {
  if (waiver) return 'risk accepted';
  if (!plan) return 'open';
  return plan.due <= at ? 'overdue' : 'planned';
}
