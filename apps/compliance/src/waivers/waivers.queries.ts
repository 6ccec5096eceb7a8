import { Injectable } from '@nestjs/common';
import { toColumns, OrgDatabase, parameters, type Transaction } from '@wardstone/database';
import type { WaiverBody, WaiverDecisionBody, WaiverRecord } from '@wardstone/dto/compliance';
import { type Bind, type FilterColumns, toSql } from '@wardstone/filter-query';
import { parseUuid } from '@wardstone/pagination';
import { cutText } from '@wardstone/units';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { isUnlimited, type SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { MAX_REASON, MAX_SYSTEMS, type WaiverFacts } from './domain/waiver-violations';

type Times = 'expires_at' | 'requested_at' | 'decided_at' | 'withdrawn_at';
export interface WaiverRow extends Omit<WaiverRecord, Times | 'needs_other_approver'> {
  /** Subject of the requester. */
  readonly subject: string;
  readonly expires_at: Date;
  readonly requested_at: Date;
  readonly decided_at: Date | null;
  readonly withdrawn_at: Date | null;
}

export interface Person {
  readonly subject: string;
  readonly username: string;
}

export interface StatedReview {
  readonly refId: string;
  readonly result: NonNullable<WaiverRecord['result']>;
  readonly severity: WaiverRecord['severity'];
  readonly text: string;
}

/** Reviews of one system and policy. */
export interface RequestedReviews {
  readonly policyId: string;
  readonly systemId: string;
  readonly expiresAt: Date;
  readonly stated: readonly StatedReview[];
}

export interface WaiverScope {
  readonly reach: SystemReach;
  readonly at: Date;
}

const STATE = `CASE
  WHEN w.withdrawn_at IS NOT NULL THEN 'withdrawn'
  WHEN w.result = 'planned' THEN CASE WHEN w.expires_at <= $2::timestamptz THEN 'overdue' ELSE 'planned' END
  WHEN w.decision = 'rejected' THEN 'rejected'
  WHEN w.expires_at <= $2::timestamptz THEN 'expired'
  WHEN w.decision = 'approved' THEN 'approved'
  ELSE 'requested' END`;
const SOON = `w.expires_at <= $2::timestamptz + interval '14 days'`;
const EXPIRES_SOON = `(${STATE} = 'approved' AND ${SOON})`;
const RULE = `(
  SELECT json_build_object('title', r.title, 'severity', r.severity, 'security_guide_id', g.id)
    FROM rule r JOIN security_guide g ON g.id = r.security_guide_id
   WHERE r.ref_id = w.rule_ref_id ORDER BY g.version_sort_key DESC, g.id LIMIT 1)`;
const POLICY_TITLE = '(SELECT p.title FROM policy p WHERE p.org_id = $1 AND p.id = w.policy_id)';
/** Name from the groups of systems, if the waiver has a group. */
const GROUP_NAME = `(CASE WHEN w.group_id IS NOT NULL THEN (
  SELECT g->>'name' FROM system s, jsonb_array_elements(s.groups) g
   WHERE s.org_id = $1 AND s.groups @> jsonb_build_array(jsonb_build_object('id', w.group_id)) AND g->>'id' = w.group_id
   LIMIT 1) END)`;
/** Group names of all waivers in one pass over the systems, because a filter examines each waiver. */
const GROUP_NAMES = `(
  SELECT g->>'id' AS id, min(g->>'name') AS name
    FROM system s, jsonb_array_elements(s.groups) g
   WHERE s.org_id = $1 AND g->>'id' IN (SELECT w.group_id FROM waiver w WHERE w.org_id = $1 AND w.group_id IS NOT NULL)
   GROUP BY 1) named ON named.id = w.group_id`;
const MAX_SHOWN = 20;
const ATTACHMENT = `(
  SELECT json_build_object('file_name', f.file_name, 'byte_count', f.byte_count, 'sha256', f.sha256,
                           'attached_at', to_char(f.attached_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                           'attached_by', f.attached_by_name)
    FROM waiver_attachment f WHERE f.org_id = $1 AND f.waiver_id = w.id)`;

/** `$1` is the organisation, `$2` the time. */
function columnsFor(reach: SystemReach, bind: Bind, groupName = GROUP_NAME): string {
  return `w.id, 'waiver' AS type, w.rule_ref_id, w.policy_id, w.group_id, w.system_ids, ${RULE} AS rule,
    ${POLICY_TITLE} AS policy_title, ${groupName} AS group_name,
    (SELECT coalesce(json_agg(named), '[]') FROM (
       SELECT s.id, s.display_name FROM system s
        WHERE s.id = ANY (w.system_ids) AND ${isVisible('$1', reach, bind)}
        ORDER BY s.display_name, s.id LIMIT ${MAX_SHOWN}) named) AS systems,
    w.reason, ${STATE} AS state, w.expires_at, ${EXPIRES_SOON} AS expires_soon, w.requested_at,
    w.requested_by_name AS requested_by, w.requested_by AS subject, w.decided_at, w.decided_by_name AS decided_by,
    w.withdrawn_at, w.withdrawn_by_name AS withdrawn_by, w.result, w.owner, ${ATTACHMENT} AS attachment,
    w.severity`;
}

/** Waivers of the organisation that count against the limit. */
const countAt = (at: string): string => `(
  SELECT count(*)::integer FROM waiver w
   WHERE w.org_id = $1
     AND (w.requested_at > ${at}::timestamptz - interval '1 day'
       OR w.expires_at > ${at} AND w.withdrawn_at IS NULL AND w.decision IS DISTINCT FROM 'rejected'))`;

const SORT_COLUMNS = {
  id: 'w.id',
  requested_at: 'w.requested_at',
  expires_at: 'w.expires_at',
  rule_ref_id: 'w.rule_ref_id',
  state: `(${STATE})`,
};
const FILTER: FilterColumns = {
  rule_ref_id: { column: 'w.rule_ref_id', type: 'text' },
  policy_id: { column: 'w.policy_id', type: 'uuid' },
  policy_title: { column: POLICY_TITLE, type: 'text' },
  system_names: {
    column: `(SELECT string_agg(s.display_name, ' ') FROM system s WHERE s.org_id = $1 AND s.id = ANY (w.system_ids))`,
    type: 'text',
  },
  state: { column: `(${STATE})`, type: 'text' },
  expires_soon: { column: EXPIRES_SOON, type: 'boolean' },
  result: { column: 'w.result', type: 'text' },
  owner: { column: 'w.owner', type: 'text' },
};

/** Whether the caller can see the whole scope of a waiver; that of a whole policy requires seeing every system. */
function isWithinReach(reach: SystemReach, bind: Bind): string {
  if (isUnlimited(reach)) return 'TRUE';
  const seen = `(w.system_ids IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM unnest(w.system_ids) named (id)
     WHERE NOT EXISTS (SELECT 1 FROM system s WHERE s.id = named.id AND ${isVisible('$1', reach, bind)})))`;
  return reach.groupIds === null ? seen : `(${seen} OR w.group_id = ANY (${bind(reach.groupIds)}::text[]))`;
}

@Injectable()
export class WaiversQueries {
  constructor(private readonly db: OrgDatabase) {}

  findPage(orgId: string, { reach, at }: WaiverScope, { filter, ...window }: ListWindow): Promise<Page<WaiverRow>> {
    const { params, bind } = parameters(orgId, at);
    const where = ['w.org_id = $1', isWithinReach(reach, bind)];
    let isByGroup = false;
    const group_name: FilterColumns[string] = (term) => {
      isByGroup = true;
      return toSql(term, { group_name: { column: 'named.name', type: 'text' } }, params);
    };
    if (filter) where.push(toSql(filter, { ...FILTER, group_name }, params));
    return findPage(this.db.scopedTo(orgId), {
      ...window,
      columns: columnsFor(reach, bind, isByGroup ? 'named.name' : GROUP_NAME),
      from: isByGroup ? `waiver w LEFT JOIN ${GROUP_NAMES}` : 'waiver w',
      where,
      params,
      sortColumns: SORT_COLUMNS,
    });
  }

  find(orgId: string, { reach, at }: WaiverScope, id: string): Promise<WaiverRow | undefined> {
    const { params, bind } = parameters(orgId, at, id);
    return this.db.first<WaiverRow>(
      orgId,
      `SELECT ${columnsFor(reach, bind)} FROM waiver w
        WHERE w.org_id = $1 AND w.id = $3 AND ${isWithinReach(reach, bind)}`,
      params,
    );
  }

  async findFacts(orgId: string, { reach, at }: WaiverScope, body: WaiverBody): Promise<WaiverFacts> {
    const { rule_ref_id, policy_id, system_ids = [] } = body;
    const systems = system_ids.slice(0, MAX_SYSTEMS).filter((id) => parseUuid(id) !== undefined);
    const { params, bind } = parameters(orgId, rule_ref_id, policy_id, systems, at);
    const facts = await this.db.first<WaiverFacts>(
      orgId,
      `SELECT EXISTS (SELECT 1 FROM rule r WHERE r.ref_id = $2) AS "hasRule",
              (SELECT max(r.severity_rank) FROM rule r WHERE r.ref_id = $2) AS "severityRank",
              $3::uuid IS NULL OR EXISTS (SELECT 1 FROM policy p WHERE p.org_id = $1 AND p.id = $3) AS "hasPolicy",
              (SELECT count(*)::integer FROM system s
                WHERE s.id = ANY ($4::uuid[]) AND ${isVisible('$1', reach, bind)}) AS "seenSystems",
              ${countAt('$5')} AS waivers`,
      params,
    );
    return facts!;
  }

  /**
   * Creates the account on first use.
   * @returns the id
   */
  async insert(orgId: string, body: WaiverBody, { subject, username }: Person, at: Date): Promise<string> {
    const row = await this.db.first<{ id: string }>(
      orgId,
      `WITH owner AS (
              INSERT INTO account (org_id) VALUES ($1) ON CONFLICT (org_id) DO NOTHING)
       INSERT INTO waiver (org_id, requested_at, rule_ref_id, policy_id, group_id, system_ids, reason, expires_at,
                           requested_by, requested_by_name, result, owner, severity)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       RETURNING id`,
      [
        orgId,
        at,
        body.rule_ref_id,
        body.policy_id,
        body.group_id,
        body.system_ids,
        body.reason,
        body.expires_at,
        subject,
        username,
        body.result,
        body.owner,
        body.severity,
      ],
    );
    return row!.id;
  }

  async countWaivers(orgId: string, at: Date): Promise<number> {
    const row = await this.db.first<{ count: number }>(orgId, `SELECT ${countAt('$2')} AS count`, [orgId, at]);
    return row!.count;
  }

  /** Results for which no review of only this system, in force or waiting, exists. */
  async findUnsaid(
    orgId: string,
    { policyId, systemId, stated }: RequestedReviews,
    at: Date,
  ): Promise<readonly StatedReview[]> {
    const rows = await this.db.query<{ place: number }>(
      orgId,
      `SELECT given.place::integer
         FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY given (rule_ref_id, result, severity, place)
        WHERE NOT EXISTS (
          SELECT 1 FROM waiver w
           WHERE w.org_id = $1 AND w.rule_ref_id = given.rule_ref_id AND w.result = given.result AND w.policy_id = $2
             AND w.severity IS NOT DISTINCT FROM given.severity AND w.system_ids = ARRAY[$3::uuid]
             AND w.withdrawn_at IS NULL AND w.decision IS DISTINCT FROM 'rejected' AND w.expires_at > $7)
        ORDER BY given.place`,
      [orgId, policyId, systemId, ...toColumns(stated, 'refId', 'result', 'severity'), at],
    );
    return rows.map(({ place }) => stated[place - 1]!);
  }

  async insertReviews(
    orgId: string,
    { policyId, systemId, expiresAt, stated }: RequestedReviews,
    { subject, username }: Person,
    at: Date,
  ): Promise<void> {
    const reasons = stated.map(
      ({ text }) => cutText(text.replaceAll('\0', '').trim(), MAX_REASON) || 'Stated in a checklist',
    );
    await this.db.query(
      orgId,
      `INSERT INTO waiver (org_id, requested_at, rule_ref_id, policy_id, system_ids, reason, expires_at, requested_by,
                           requested_by_name, result, severity)
       SELECT $1, $2, given.rule_ref_id, $3, ARRAY[$4::uuid], given.reason, $5, $6, $7, given.result, given.severity
         FROM unnest($8::text[], $9::text[], $10::text[], $11::text[]) given (rule_ref_id, result, severity, reason)`,
      [
        orgId,
        at,
        policyId,
        systemId,
        expiresAt,
        subject,
        username,
        ...toColumns(stated, 'refId', 'result', 'severity'),
        reasons,
      ],
    );
  }

  /**
   * False if there is nothing left to decide.
   * @param byOther whether the requester may not decide
   */
  decide(
    orgId: string,
    id: string,
    { decision }: WaiverDecisionBody,
    { subject, username }: Person,
    { at, byOther }: { at: Date; byOther: boolean },
  ): Promise<boolean> {
    return this.isChanged(
      orgId,
      `UPDATE waiver
          SET decision = $4, decided_at = $2, decided_by = $5, decided_by_name = $6
        WHERE org_id = $1 AND id = $3 AND decision IS NULL AND withdrawn_at IS NULL AND expires_at > $2
          AND result IS DISTINCT FROM 'planned'
          AND ($4 = 'rejected' OR NOT $7 OR requested_by <> $5)
       RETURNING id`,
      [orgId, at, id, decision, subject, username, byOther],
    );
  }

  /** False if it has ended. */
  withdraw(orgId: string, id: string, { subject, username }: Person, at: Date): Promise<boolean> {
    return this.isChanged(
      orgId,
      `UPDATE waiver
          SET withdrawn_at = $2, withdrawn_by = $4, withdrawn_by_name = $5
        WHERE org_id = $1 AND id = $3 AND withdrawn_at IS NULL AND decision IS DISTINCT FROM 'rejected'
          AND (expires_at > $2 OR result = 'planned')
       RETURNING id`,
      [orgId, at, id, subject, username],
    );
  }

  private async isChanged(orgId: string, statement: string, params: readonly unknown[]): Promise<boolean> {
    return (await this.db.first(orgId, statement, params)) !== undefined;
  }

  /** Records, once, which waivers start their last 14 days. */
  async noteExpiries(transaction: Transaction, orgId: string, at: Date): Promise<void> {
    await transaction.query(
      `UPDATE waiver
          SET expiry_noted_at = $2
        WHERE org_id = $1 AND decision = 'approved' AND withdrawn_at IS NULL AND expiry_noted_at IS NULL
          AND expires_at > $2 AND expires_at <= $2::timestamptz + interval '14 days'`,
      [orgId, at],
    );
  }
}
