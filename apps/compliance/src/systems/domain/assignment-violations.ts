import { isForeignFamily } from './os-family';

/** Facts that decide whether a system can be assigned to a policy. */
export interface AssignmentFacts {
  readonly policyOsMajorVersion: number;
  readonly guideRefId: string;
  readonly systemOsMajorVersion: number;
  readonly systemOsName: string | null;
  /** Whether the family of the policy's profile has registered the system's minor (rule compliance-25). */
  readonly isMinorSupported: boolean;
  /** Whether the system is assigned to another policy with the same profile ref_id. */
  readonly hasSibling: boolean;
}

/** Violations of rules by an assignment, one text each (rule compliance-19, AssignSystem; OS families G8.2). */
export function assignmentViolations(facts: AssignmentFacts): string[] {
  const isOtherSystem =
    facts.policyOsMajorVersion !== facts.systemOsMajorVersion || isForeignFamily(facts.guideRefId, facts.systemOsName);
  return [
    ...(isOtherSystem ? ['Unsupported OS major version'] : []),
    ...(facts.isMinorSupported ? [] : ['Unsupported OS minor version']),
    ...(facts.hasSibling ? ['System cannot be assigned to multiple policies of the same type'] : []),
  ].map((problem) => `V2::PolicySystem system ${problem}`);
}
