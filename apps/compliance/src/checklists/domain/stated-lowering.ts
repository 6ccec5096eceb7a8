import { type ChecklistFields, severityOverride } from '@wardstone/scap';
import type { ChecklistRule } from './guide-checklist';

/** A severity in a checklist that is lower than that of the rule. */
interface StatedLowering {
  readonly severity: 'medium' | 'low';
  readonly reason: string;
}

const RANKS: Readonly<Record<string, number>> = { high: 3, medium: 2, low: 1 };
const getRank = (severity: string): number => RANKS[severity] ?? 0;

/** The override of a row, if it lowers the severity that the guide gives the rule. Pure. */
export function findLowering(
  row: ChecklistFields,
  rule: Pick<ChecklistRule, 'severity'> | undefined,
): StatedLowering | undefined {
  const { severity, reason } = severityOverride(row);
  const given = typeof severity === 'string' ? severity.trim().toLowerCase() : '';
  const isLower = rule !== undefined && getRank(given) < getRank(rule.severity);
  if (!isLower || (given !== 'medium' && given !== 'low')) return undefined;
  return { severity: given, reason: typeof reason === 'string' ? reason : '' };
}

/** Whether the rule has no severity as low by a waiver in force. Pure. */
export function isNewLowering(
  { severity }: StatedLowering,
  { severity: own, lowered_severity }: ChecklistRule,
): boolean {
  return getRank(severity) < getRank(lowered_severity ?? own);
}

/** The row without its severity override, which is exported only while a waiver has it. Pure. */
export function withoutSeverity({ overrides, ...row }: ChecklistFields): ChecklistFields {
  const { severity: _, ...rest } = overrides as ChecklistFields;
  return Object.keys(rest).length > 0 ? { ...row, overrides: rest } : row;
}
