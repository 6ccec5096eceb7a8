import type { ReportTrendRecord } from '@wardstone/dto/compliance';

export type TrendPoint = ReportTrendRecord['points'][number];

/** First fields of all files about systems. */
export interface DocumentHead {
  readonly madeAt: Date;
  /** Time of the data in the file. */
  readonly at: Date;
  readonly policy: {
    readonly id: string;
    readonly title: string;
    readonly description: string | null;
    readonly business_objective: string | null;
    /** Percent, as configured today. */
    readonly compliance_threshold: number;
    /** Age in days after which results are stale, as configured today; null for never. */
    readonly max_result_age_days: number | null;
    readonly profile_ref_id: string;
    readonly profile_title: string;
  };
  /** Tailorings of scans, by minor version of the operating system. */
  readonly tailorings: readonly EvidenceTailoring[];
}

export interface EvidenceHead extends DocumentHead {
  /** Trend of the last 90 days. */
  readonly trend: readonly TrendPoint[];
  readonly figures: EvidenceFigures;
  /** Name of the inventory group whose systems are in the file; all systems otherwise. */
  readonly group?: string | undefined;
}

/** Numbers of systems in the scope of the file. */
export interface EvidenceFigures {
  readonly assigned: number;
  readonly reported: number;
  /** Includes stale results, as reports of the API do. */
  readonly compliant: number;
  /** Systems that are compliant by a stale result. */
  readonly stale_compliant: number;
  /** Systems that are compliant, or would be if the rules with an exception had passed. */
  readonly compliant_with_exceptions: number;
  /** The part of `compliant_with_exceptions` with a stale result. */
  readonly stale_compliant_with_exceptions: number;
  readonly not_applicable: number;
  readonly unsupported: number;
  /** Systems with a stale result, whatever its verdict. */
  readonly stale: number;
}

export interface EvidenceTailoring {
  readonly id: string;
  readonly os_minor_version: number;
  readonly guide_ref_id: string;
  readonly guide_title: string;
  readonly guide_version: string;
  /** Digest of the decoded document; null if it was imported before documents were stored. */
  readonly guide_sha256: string | null;
  /** Digest of the latest XCCDF of the tailoring; null if it equals its profile. */
  readonly sha256: string | null;
}

export interface EvidenceSystem {
  readonly id: string;
  readonly display_name: string;
  /** Version such as `8.4`. */
  readonly os_version: string;
  /** Null if the system had never reported. */
  readonly result: EvidenceResult | null;
}

export interface EvidenceResult {
  readonly id: string;
  readonly tailoring_id: string;
  readonly start_time: Date | null;
  readonly end_time: Date;
  readonly verdict: string;
  /** 0 to 100, weighted as the guide specifies; null when the scanner reported none. */
  readonly score: number | null;
  readonly score_with_exceptions: number | null;
  readonly verdict_with_exceptions: string;
  readonly waived_rule_count: number;
  /** `fresh` or `stale`. */
  readonly freshness: string;
  readonly failed_rule_count: number;
  readonly passed_rule_count: number;
  /** Digest of the decoded document; null for results that are older than this field. */
  readonly sha256: string | null;
  /** Failed rules first, then by severity and title. */
  readonly rules: readonly EvidenceRule[];
}

export interface EvidenceRule {
  readonly id: string;
  readonly ref_id: string;
  readonly title: string;
  readonly severity: string;
  readonly result: string;
  readonly failed: boolean;
  /** Controls of the rule, such as `nist-800-53:AC-6`; the name of a framework has no colon. */
  readonly controls: readonly string[];
  /** The exception in force at the time of the data; of several, the one that lasts longest. */
  readonly waiver: EvidenceWaiver | null;
  /** The review in force at the time of the data; it overrides the scan. */
  readonly review: EvidenceWaiver | null;
  /** The waiver in force that lowers the severity. */
  readonly lowering: EvidenceWaiver | null;
  /** The plan to fix a failed rule that is due first. */
  readonly plan: EvidencePlan | null;
}

export interface EvidencePlan {
  readonly id: string;
  readonly owner: string;
  readonly due: Date;
  readonly reason: string;
}

export interface EvidenceWaiver {
  readonly id: string;
  readonly reason: string;
  readonly requested_by: string;
  readonly approved_by: string;
  readonly approved_at: Date;
  readonly expires_at: Date;
  /** Result assigned by a review; null for an exception. */
  readonly result: string | null;
  /** Severity to which it lowers that of the rule; null for others. */
  readonly severity: string | null;
}

/** Which rules of a result to include. */
export type IncludedRules = 'all' | 'failed' | 'none';

/** Reads the systems by name, in blocks; each call starts from the beginning. */
export type ReadSystems = (rules: IncludedRules) => AsyncIterable<EvidenceSystem>;

/**
 * Writes a file in blocks. A writer that starts with a summary of rules reads the systems twice instead of keeping them
 * in memory.
 */
export type EvidenceWriter = (head: EvidenceHead, readSystems: ReadSystems) => AsyncIterable<string | Uint8Array>;
