import type { ReportTrendRecord } from '@wardstone/dto/compliance';

export type TrendPoint = ReportTrendRecord['points'][number];

/** First fields of all files about systems. */
export interface DocumentHead {
  readonly madeAt: Date;
  /** The moment it shows. */
  readonly at: Date;
  readonly policy: {
    readonly id: string;
    readonly title: string;
    readonly description: string | null;
    readonly business_objective: string | null;
    /** Percent; that of today. */
    readonly compliance_threshold: number;
    /** Results older than this are stale; null: never. That of today. */
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
}

/** How many systems, of those that the file is about. */
export interface EvidenceFigures {
  readonly assigned: number;
  readonly reported: number;
  /** Stale results included, as in a report of the API. */
  readonly compliant: number;
  /** Systems that are compliant by a stale result. */
  readonly stale_compliant: number;
  /** Compliant, or so if the rules with an exception had passed. */
  readonly compliant_with_exceptions: number;
  /** Those of them with a stale result. */
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
  /** Digest of the decoded document; null if it was imported before documents were kept. */
  readonly guide_sha256: string | null;
  /** Digest of its XCCDF as last changed; null if it equals its profile. */
  readonly sha256: string | null;
}

export interface EvidenceSystem {
  readonly id: string;
  readonly display_name: string;
  /** Version such as `8.4`. */
  readonly os_version: string;
  /** Null when it had not reported. */
  readonly result: EvidenceResult | null;
}

export interface EvidenceResult {
  readonly id: string;
  readonly tailoring_id: string;
  readonly start_time: Date | null;
  readonly end_time: Date;
  readonly verdict: string;
  /** 0 to 100, weighted as the guide says; null when the scanner gave none. */
  readonly score: number | null;
  readonly score_with_exceptions: number | null;
  readonly verdict_with_exceptions: string;
  readonly waived_rule_count: number;
  /** `fresh` or `stale`. */
  readonly freshness: string;
  readonly failed_rule_count: number;
  readonly passed_rule_count: number;
  /** Digest of the decoded document; null for results from before it was stored. */
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
  /** Controls that it names, such as `nist-800-53:AC-6`; a framework's name has no colon. */
  readonly controls: readonly string[];
  /** The exception that counted at the moment shown, of those that count longest. */
  readonly waiver: EvidenceWaiver | null;
  /** The review that counted at the moment shown, whatever the scan said. */
  readonly review: EvidenceWaiver | null;
  /** Of a failed rule, the plan to fix it that is due first. */
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
  /** Result by a review; null for an exception. */
  readonly result: string | null;
}

/** Which rules of a result a reader of systems includes. */
export type IncludedRules = 'all' | 'failed' | 'none';

/** Reads the systems by name, block by block and from the start at each call. */
export type ReadSystems = (rules: IncludedRules) => AsyncIterable<EvidenceSystem>;

/** Writes a file block by block. A writer that opens with a summary of rules reads the systems twice instead of keeping them. */
export type EvidenceWriter = (head: EvidenceHead, readSystems: ReadSystems) => AsyncIterable<string | Uint8Array>;
