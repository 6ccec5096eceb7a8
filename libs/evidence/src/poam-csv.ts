import { renderCsv } from '@wardstone/media-types';
import type { EvidenceHead, ReadSystems } from './evidence';
import { type PoamItem, poamStatus, readPoamItems } from './poam-items';

const COLUMNS = [
  'policy',
  'weakness',
  'rule',
  'severity',
  'controls',
  'status',
  'owner',
  'due',
  'plan',
  'accepted_risk',
  'accepted_until',
  'last_found',
  'system_count',
  'systems',
  'lowered_severity',
  'lowering_reason',
  'lowered_until',
];

/** A plan of action and milestones: a line for each failed rule with each of its plans or exceptions. */
export async function* writePoamCsv(head: EvidenceHead, readSystems: ReadSystems): AsyncIterable<string> {
  yield renderCsv([COLUMNS]);
  for (const item of await readPoamItems(readSystems('failed'))) yield renderCsv([cells(head, item)]);
}

function cells({ policy, at }: EvidenceHead, item: PoamItem): (string | number | null)[] {
  const { rule, plan, waiver, systems, collected } = item;
  return [
    policy.title,
    rule.title,
    rule.ref_id,
    rule.severity,
    rule.controls.join('; '),
    poamStatus(item, at),
    plan?.owner ?? null,
    plan?.due.toISOString() ?? null,
    plan?.reason ?? null,
    waiver?.reason ?? null,
    waiver?.expires_at.toISOString() ?? null,
    collected.toISOString(),
    systems.length,
    systems.map(({ display_name }) => display_name).join('; '),
    ...loweringCells(item),
  ];
}

const loweringCells = ({ lowering }: PoamItem): (string | null)[] =>
  lowering ? [lowering.severity, lowering.reason, lowering.expires_at.toISOString()] : [null, null, null];
