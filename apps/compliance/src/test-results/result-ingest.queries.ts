import { Injectable } from '@nestjs/common';
import { OrgDatabase, type Transaction } from '@wardstone/database';
import type { ScanResult } from '@wardstone/scap';
import type { SelectedReport } from '../stored-results/domain/selected-report';
import { findTestResult, type ResultScope, type TestResultRow } from './test-results.queries';

export interface ScannedGuide {
  readonly id: string;
  readonly os_major_version: number;
}

export interface StoredResult {
  readonly id: string;
  readonly end_time: Date;
}

/** System, policy and tailoring of a result. */
export interface ResultAssignment {
  readonly systemId: string;
  readonly osMinorVersion: number;
  readonly reportId: string;
  readonly tailoringId: string;
  /** The scanned guide. */
  readonly guideId: string;
}

/**
 * The policy on the scanned profile to which a system is assigned. There is at most one, unless guides of several
 * operating systems use the same profile name; then that of the scanned guide.
 * @param first number of the first of three parameters
 */
const getPolicy = (first: number): string => `
  SELECT p.id
    FROM policy_system ps
    JOIN policy p ON p.id = ps.policy_id
    JOIN profile pr ON pr.id = p.profile_id
    JOIN security_guide g ON g.id = pr.security_guide_id
   WHERE ps.system_id = $${first} AND pr.ref_id = $${first + 1}
   ORDER BY g.ref_id = $${first + 2} DESC, p.id
   LIMIT 1`;

/** Stores one result in one transaction. */
export class ResultWriter {
  constructor(
    private readonly db: Transaction,
    private readonly orgId: string,
  ) {}

  findGuide({ benchmarkRefId, benchmarkVersion }: ScanResult): Promise<ScannedGuide | undefined> {
    return this.db.first<ScannedGuide>(
      'SELECT g.id, g.os_major_version FROM security_guide g WHERE g.ref_id = $1 AND g.version = $2',
      [benchmarkRefId, benchmarkVersion],
    );
  }

  /** The policy of the result, locked until the transaction ends. */
  async lockPolicy(systemId: string, { profileRefId, benchmarkRefId }: ScanResult): Promise<string | undefined> {
    const [row] = await this.db.query<{ id: string }>(`${getPolicy(1)} FOR KEY SHARE OF p`, [
      systemId,
      profileRefId,
      benchmarkRefId,
    ]);
    return row?.id;
  }

  async findTailoring(policyId: string, osMinorVersion: number): Promise<string | undefined> {
    const [row] = await this.db.query<{ id: string }>(
      'SELECT t.id FROM tailoring t WHERE t.policy_id = $1 AND t.os_minor_version = $2',
      [policyId, osMinorVersion],
    );
    return row?.id;
  }

  /** Rules that the guide does not have, in the order of the document. */
  async findUnknownRules(guideId: string, { ruleRefIds }: ScanResult): Promise<string[]> {
    const rows = await this.db.query<{ ref_id: string }>(
      `SELECT given.ref_id
         FROM unnest($2::text[]) WITH ORDINALITY given (ref_id, place)
        WHERE NOT EXISTS (SELECT 1 FROM rule r WHERE r.security_guide_id = $1 AND r.ref_id = given.ref_id)
        ORDER BY given.place`,
      [guideId, ruleRefIds],
    );
    return rows.map(({ ref_id }) => ref_id);
  }

  findNewest({ reportId, systemId }: ResultAssignment): Promise<StoredResult | undefined> {
    return this.db.first<StoredResult>(
      'SELECT t.id, t.end_time FROM test_result t WHERE t.report_id = $1 AND t.system_id = $2 AND t.is_newest',
      [reportId, systemId],
    );
  }

  /** Stores the result as the newest of its system and policy; returns its id. */
  async add(place: ResultAssignment, scan: ScanResult): Promise<string> {
    await this.db.query(
      'UPDATE test_result t SET is_newest = FALSE WHERE t.report_id = $1 AND t.system_id = $2 AND t.is_newest',
      [place.reportId, place.systemId],
    );
    const id = await this.insert(place, scan);
    await this.addOutcomes(id, place.guideId, scan);
    return id;
  }

  /** A result is supported if the scanned profile is now registered for the system's minor (rule compliance-27). */
  private async insert(place: ResultAssignment, scan: ScanResult): Promise<string> {
    const [row] = await this.db.query<{ id: string }>(
      `INSERT INTO test_result (org_id, tailoring_id, report_id, system_id, start_time, end_time, score,
                                failed_rule_count, passed_rule_count, not_applicable_rule_count, sha256,
                                not_checked_rule_count, informational_rule_count, not_selected_rule_count, supported)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $15, $16, $17, EXISTS (
                 SELECT 1
                   FROM profile pr
                   JOIN profile_os_minor_version registered ON registered.profile_id = pr.id
                  WHERE pr.security_guide_id = $12 AND pr.ref_id = $13 AND registered.os_minor_version = $14))
       RETURNING id`,
      [
        this.orgId,
        place.tailoringId,
        place.reportId,
        place.systemId,
        scan.startTimeMs === null ? null : new Date(scan.startTimeMs),
        new Date(scan.endTimeMs),
        scan.score,
        scan.failedRuleCount,
        scan.passedRuleCount,
        scan.notApplicableRuleCount,
        scan.sha256,
        place.guideId,
        scan.profileRefId,
        place.osMinorVersion,
        scan.notCheckedRuleCount,
        scan.informationalRuleCount,
        scan.notSelectedRuleCount,
      ],
    );
    return row!.id;
  }

  private async addOutcomes(resultId: string, guideId: string, scan: ScanResult): Promise<void> {
    const ruleRefIds = [...scan.ruleRefIds, ...scan.undecidedRuleRefIds];
    const outcomes = [...scan.outcomes, ...scan.undecidedOutcomes];
    // In a fixed order: of concurrent scans with new rule names, each waits for the previous one.
    await this.db.query(
      `INSERT INTO rule_number (rule_id, security_guide_id)
       SELECT r.id, r.security_guide_id
         FROM rule r
        WHERE r.security_guide_id = $1 AND r.ref_id = ANY ($2::text[])
          AND NOT EXISTS (SELECT 1 FROM rule_number n WHERE n.rule_id = r.id)
        ORDER BY r.id
       ON CONFLICT DO NOTHING`,
      [guideId, ruleRefIds],
    );
    await this.db.query(
      `INSERT INTO rule_outcome (org_id, test_result_id, security_guide_id, result, rule_numbers)
       SELECT $1, $2, $3, given.result, array_agg(n.number ORDER BY n.number)
         FROM unnest($4::text[], $5::text[]) given (ref_id, result)
         JOIN rule r ON r.security_guide_id = $3 AND r.ref_id = given.ref_id
         JOIN rule_number n ON n.rule_id = r.id
        GROUP BY given.result`,
      [this.orgId, resultId, guideId, ruleRefIds, outcomes],
    );
  }

  async read(scope: ResultScope, id: string): Promise<TestResultRow> {
    return (await findTestResult(this.db, this.orgId, scope, id))!;
  }
}

@Injectable()
export class ResultIngestQueries {
  constructor(private readonly db: OrgDatabase) {}

  /** Runs `work` in one transaction. */
  write<T>(orgId: string, work: (results: ResultWriter, transaction: Transaction) => Promise<T>): Promise<T> {
    return this.db.transaction(orgId, (transaction) => work(new ResultWriter(transaction, orgId), transaction));
  }
}

/** Selects the policy of a system's result. */
export function selectReport(systemId: string, { profileRefId, benchmarkRefId }: ScanResult): SelectedReport {
  return { sql: getPolicy(3), params: [systemId, profileRefId, benchmarkRefId] };
}
