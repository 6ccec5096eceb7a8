/** Systems of a report that the caller can see, counted by how their latest scan went (compliance spec D7). */
export interface SystemCounts {
  /** Assigned to the policy. */
  readonly assigned: number;
  /** With a result. */
  readonly reported: number;
  /** With a supported result that reaches the threshold. */
  readonly compliant: number;
  /** With a result that is not supported. */
  readonly unsupported: number;
}

/** What a report says in numbers, in the contract's names and order. */
export interface ReportNumbers {
  /** Whether the caller can see all systems of the policy. */
  readonly all_systems_exposed: boolean;
  /** 0 to 100, rounded down; 0 when nothing is assigned. */
  readonly percent_compliant: number;
  readonly assigned_system_count: number;
  readonly compliant_system_count: number;
  readonly unsupported_system_count: number;
  readonly reported_system_count: number;
  readonly never_reported_system_count: number;
}

export const NO_SYSTEMS: SystemCounts = { assigned: 0, reported: 0, compliant: 0, unsupported: 0 };

/** @param totalAssigned systems of the policy, seen or not */
export function reportNumbers(
  { assigned, reported, compliant, unsupported }: SystemCounts,
  totalAssigned: number,
): ReportNumbers {
  return {
    all_systems_exposed: totalAssigned === assigned,
    percent_compliant: assigned === 0 ? 0 : Math.floor((100 * compliant) / assigned),
    assigned_system_count: assigned,
    compliant_system_count: compliant,
    unsupported_system_count: unsupported,
    reported_system_count: reported,
    never_reported_system_count: assigned - reported,
  };
}
