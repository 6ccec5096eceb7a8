import { Injectable } from '@nestjs/common';
import { Database, parameters, type Transaction } from '@wardstone/database';
import type { FrameworkBody, FrameworkRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';

const COLUMNS = `f.id, f.ref_id, f.title, f.addresses, 'framework' AS type`;
const SORT_COLUMNS = { id: 'f.id', ref_id: 'f.ref_id', title: 'f.title' };
const FILTER: FilterColumns = {
  ref_id: { column: 'f.ref_id', type: 'text' },
  title: { column: 'f.title', type: 'text' },
};

/** Imports share the lock, a change of frameworks takes it exclusively, so that each sees the data of the other. */
const LOCK = `hashtextextended('frameworks', 0)`;

/**
 * References of rules with their controls; `$1` is the guide, null for all. Of matching addresses, the longest counts.
 * A label may contain several names, separated by commas; a blank before a parenthesis is ignored (`IA-5 (2)`).
 */
const NAMED = `
  WITH given AS MATERIALIZED (
         SELECT r.id AS rule_id, r.security_guide_id, reference.href, reference.label
           FROM rule r
          CROSS JOIN LATERAL (
            SELECT link->>'href' AS href, link->>'label' AS label FROM jsonb_array_elements(r.reference_links) link
             UNION ALL
            SELECT ident->>'system', ident->>'label' FROM jsonb_array_elements(r.identifiers) ident) reference
          WHERE ($1::uuid IS NULL OR r.security_guide_id = $1) AND reference.href IS NOT NULL),
       place AS MATERIALIZED (
         SELECT own.href, (SELECT f.id FROM framework f CROSS JOIN unnest(f.addresses) address
                            WHERE starts_with(regexp_replace(own.href, '^https?://(www[.])?', ''), address)
                            ORDER BY length(address) DESC, f.ref_id LIMIT 1) AS framework_id
           FROM (SELECT DISTINCT href FROM given) own),
       named AS MATERIALIZED (
         SELECT own.href, own.label, place.framework_id, names.name
           FROM (SELECT DISTINCT href, label FROM given) own
           JOIN place USING (href)
          CROSS JOIN LATERAL (
            SELECT DISTINCT replace(btrim(regexp_replace(part, '\\s+', ' ', 'g')), ' (', '(') AS name
              FROM regexp_split_to_table(own.label, ',') part) names
          WHERE place.framework_id IS NOT NULL AND length(names.name) BETWEEN 1 AND 100)`;

@Injectable()
export class FrameworksQueries {
  constructor(private readonly db: Database) {}

  findPage({ filter, ...window }: ListWindow): Promise<Page<FrameworkRecord>> {
    const { params } = parameters();
    return findPage(this.db, {
      ...window,
      columns: COLUMNS,
      from: 'framework f',
      where: filter ? [toSql(filter, FILTER, params)] : [],
      params,
      sortColumns: SORT_COLUMNS,
    });
  }

  find(refId: string): Promise<FrameworkRecord | undefined> {
    return this.db.first<FrameworkRecord>(`SELECT ${COLUMNS} FROM framework f WHERE f.ref_id = $1`, [refId]);
  }

  async count(tx: Transaction): Promise<number> {
    return (await tx.first<{ count: number }>('SELECT count(*)::integer AS count FROM framework f', []))!.count;
  }

  /** Returns the record, and whether it is new. */
  async put(
    tx: Transaction,
    refId: string,
    { title, addresses }: FrameworkBody,
  ): Promise<{ record: FrameworkRecord; isNew: boolean }> {
    const row = await tx.first<FrameworkRecord & { is_new: boolean }>(
      `INSERT INTO framework AS f (ref_id, title, addresses) VALUES ($1, $2, $3)
       ON CONFLICT (ref_id) DO UPDATE SET title = excluded.title, addresses = excluded.addresses
       RETURNING ${COLUMNS}, xmax = 0 AS is_new`,
      [refId, title, addresses],
    );
    const { is_new: isNew, ...record } = row!;
    return { record, isNew };
  }

  remove(tx: Transaction, refId: string): Promise<FrameworkRecord | undefined> {
    return tx.first<FrameworkRecord>(`DELETE FROM framework f WHERE f.ref_id = $1 RETURNING ${COLUMNS}`, [refId]);
  }

  /** Runs `work` while no guide is imported. */
  change<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
      return work(tx);
    });
  }

  /** Recomputes the controls of a guide's rules from their references. */
  async assignOfGuide(tx: Transaction, guideId: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock_shared(${LOCK})`);
    await this.assign(tx, guideId);
  }

  /** Recomputes the controls of the rules of all guides. */
  async assignAll(tx: Transaction): Promise<void> {
    await tx.query(`SELECT set_config('statement_timeout', '120s', true)`);
    await this.assign(tx, null);
  }

  private async assign(tx: Transaction, guideId: string | null): Promise<void> {
    // In a fixed order: of concurrent imports with new controls, each waits for the previous one.
    await tx.query(
      `${NAMED}
       INSERT INTO control (framework_id, name, sort_key)
       SELECT own.framework_id, own.name,
              (SELECT string_agg(CASE WHEN part[1] ~ '^[0-9]{1,8}$' THEN lpad(part[1], 8, '0') ELSE part[1] END, '' ORDER BY place)
                 FROM regexp_matches(own.name, '[0-9]+|[^0-9]+', 'g') WITH ORDINALITY parts (part, place))
         FROM (SELECT DISTINCT framework_id, name FROM named) own
        WHERE NOT EXISTS (SELECT 1 FROM control c WHERE c.framework_id = own.framework_id AND c.name = own.name)
        ORDER BY own.framework_id, own.name
       ON CONFLICT DO NOTHING`,
      [guideId],
    );
    await tx.query('DELETE FROM rule_control rc WHERE $1::uuid IS NULL OR rc.security_guide_id = $1', [guideId]);
    await tx.query(
      `${NAMED}
       INSERT INTO rule_control (rule_id, security_guide_id, control_numbers)
       SELECT given.rule_id, given.security_guide_id, array_agg(DISTINCT c.number ORDER BY c.number)
         FROM given
         JOIN named USING (href, label)
         JOIN control c ON c.framework_id = named.framework_id AND c.name = named.name
        GROUP BY given.rule_id, given.security_guide_id`,
      [guideId],
    );
  }
}
