import { Injectable } from '@nestjs/common';
import { BatchedLookup, Database, type Queryable, type Transaction } from '@wardstone/database';
import type { SortTerm } from '@wardstone/pagination';
import type { ErrorRecord, ErrorTexts, ErrorTranslation, TranslatedRecord } from './domain/error-description';
import { ErrorTranslationEntity } from './error-translation.entity';
import { ErrorTypeEntity } from './error-type.entity';

/** Which error types a list is about. */
export interface CatalogueFilter {
  service?: string | undefined;
  status?: number | undefined;
  /** Each must occur somewhere in name, description or causes, whatever its letter case. */
  words: readonly string[];
}

const COLUMNS = `t.type, t.service, t.status, t.description, t.causes, t.resolution, t.example, t.since,
  t.is_deprecated AS "isDeprecated", t.related, t.is_custom AS "isCustom"`;

const MATCHES = `($1::text IS NULL OR t.service = $1)
  AND ($2::integer IS NULL OR t.status = $2)
  AND NOT EXISTS (
    SELECT 1
      FROM unnest($3::text[]) AS word
     WHERE strpos(lower(concat_ws(' ', t.type, t.description, array_to_string(t.causes, ' '))), lower(word)) = 0)`;

/** Sortable columns by the name the API gives them. */
const SORT_COLUMNS: Readonly<Record<string, string>> = {
  title: 't.type',
  status: 't.status',
  service: 't.service',
  id: 't.type',
};

/** Makes all processes that seed at the same time do so one after the other. */
const SEED_LOCK = 7_283_641_010;
/** With the hash of a name: one writer at a time for each name. */
const NAME_LOCK = 728_364;

@Injectable()
export class ErrorQueries {
  private readonly lookup = new BatchedLookup((types: readonly string[]) => this.findAll(types));

  constructor(private readonly db: Database) {}

  async find(type: string, on: Queryable = this.db): Promise<ErrorRecord | undefined> {
    const rows = await on.query<ErrorRecord>(`SELECT ${COLUMNS} FROM error_type t WHERE t.type = $1`, [type]);
    return rows[0];
  }

  /** As `find`, with the texts in other languages. */
  findTranslated(type: string): Promise<TranslatedRecord | undefined> {
    return this.lookup.find(type);
  }

  /** The record, held against changes by others until the transaction ends; so is the name when it is free. */
  async lock(type: string, on: Queryable): Promise<ErrorRecord | undefined> {
    await on.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [NAME_LOCK, type]);
    const rows = await on.query<ErrorRecord>(`SELECT ${COLUMNS} FROM error_type t WHERE t.type = $1 FOR UPDATE`, [
      type,
    ]);
    return rows[0];
  }

  listTranslations(type: string, on: Transaction): Promise<ErrorTranslation[]> {
    return on.repository(ErrorTranslationEntity).find({
      select: { language: true, description: true, causes: true, resolution: true },
      where: { type },
      order: { language: 'ASC' },
    });
  }

  /** One page and the number of all matches. */
  async list(
    filter: CatalogueFilter,
    order: readonly SortTerm[],
    window: { limit: number; offset: number },
  ): Promise<{ records: ErrorRecord[]; total: number }> {
    const orderBy = order.map(({ column, direction }) => `${SORT_COLUMNS[column]!} ${direction}`).join(', ');
    const matching = [filter.service ?? null, filter.status ?? null, filter.words];
    const [records, counted] = await Promise.all([
      this.db.query<ErrorRecord>(
        `SELECT ${COLUMNS} FROM error_type t WHERE ${MATCHES} ORDER BY ${orderBy} LIMIT $4 OFFSET $5`,
        [...matching, window.limit, window.offset],
      ),
      this.db.query<{ total: number }>(`SELECT count(*) AS total FROM error_type t WHERE ${MATCHES}`, matching),
    ]);
    return { records, total: counted[0]?.total ?? 0 };
  }

  /** Those of the names that no error type has. */
  async listUnknown(types: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>(
      `SELECT name
         FROM unnest($1::text[]) AS name
        WHERE NOT EXISTS (SELECT 1 FROM error_type t WHERE t.type = name)`,
      [types],
    );
    return rows.map(({ name }) => name);
  }

  /** Stores a custom type, new or instead of the custom one of the same name. */
  async upsertCustom(record: ErrorRecord, on: Queryable): Promise<void> {
    await on.query(
      `INSERT INTO error_type AS t
              (type, service, status, description, causes, resolution, example, since, is_deprecated, related, is_custom)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true)
       ON CONFLICT (type) DO UPDATE
          SET service = excluded.service, status = excluded.status, description = excluded.description,
              causes = excluded.causes, resolution = excluded.resolution, example = excluded.example,
              since = excluded.since, is_deprecated = excluded.is_deprecated, related = excluded.related
        WHERE t.is_custom`,
      [
        record.type,
        record.service,
        record.status,
        record.description,
        record.causes,
        record.resolution,
        record.example && JSON.stringify(record.example),
        record.since,
        record.isDeprecated,
        record.related,
      ],
    );
  }

  /** Translations and occurrences go with it. */
  async removeCustom(type: string, on: Transaction): Promise<void> {
    await on.repository(ErrorTypeEntity).delete({ type, is_custom: true });
  }

  /** Returns whether the language is new for this type, which is locked. */
  async upsertTranslation(type: string, language: string, texts: ErrorTexts, on: Transaction): Promise<boolean> {
    const translations = on.repository(ErrorTranslationEntity);
    const isKnown = await translations.existsBy({ type, language });
    const { description, causes, resolution } = texts;
    await translations.upsert({ type, language, description, causes: [...causes], resolution: [...resolution] }, [
      'type',
      'language',
    ]);
    return !isKnown;
  }

  /**
   * Writes the tables of the services: new and changed types are stored, types that are missing from them are marked
   * deprecated. Custom types and translations stay as they are. Any number of processes may do this at once.
   *
   * Returns the names in `records` that custom types have taken.
   */
  async seed(records: readonly Omit<ErrorRecord, 'isCustom'>[]): Promise<string[]> {
    return this.db.transaction(async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
      const rows = await transaction.query<{ type: string }>(
        `WITH declared AS (
           SELECT d.type, d.service, d.status, d.description, d.causes, d.resolution, d.example, d.since,
                  d."isDeprecated" AS is_deprecated, d.related
             FROM jsonb_to_recordset($1::jsonb) AS d
                  (type text, service text, status integer, description text, causes text[], resolution text[],
                   example jsonb, since text, "isDeprecated" boolean, related text[])
         ), stored AS (
           INSERT INTO error_type AS t
                  (type, service, status, description, causes, resolution, example, since, is_deprecated, related)
           SELECT d.type, d.service, d.status, d.description, d.causes, d.resolution, nullif(d.example, 'null'),
                  d.since, d.is_deprecated, d.related
             FROM declared d
           ON CONFLICT (type) DO UPDATE
              SET service = excluded.service, status = excluded.status, description = excluded.description,
                  causes = excluded.causes, resolution = excluded.resolution, example = excluded.example,
                  since = excluded.since, is_deprecated = excluded.is_deprecated, related = excluded.related
            WHERE NOT t.is_custom
         ), gone AS (
           UPDATE error_type t
              SET is_deprecated = true
            WHERE NOT t.is_custom AND NOT t.is_deprecated
              AND NOT EXISTS (SELECT 1 FROM declared d WHERE d.type = t.type)
         )
         SELECT t.type FROM error_type t JOIN declared d ON d.type = t.type WHERE t.is_custom ORDER BY t.type`,
        [JSON.stringify(records)],
      );
      return rows.map(({ type }) => type);
    });
  }

  private async findAll(types: readonly string[]): Promise<ReadonlyMap<string, TranslatedRecord>> {
    const rows = await this.db.queryOften<TranslatedRecord>(
      `SELECT ${COLUMNS}, (
         SELECT coalesce(json_agg(json_build_object(
                  'language', l.language, 'description', l.description, 'causes', l.causes, 'resolution', l.resolution)
                  ORDER BY l.language), '[]')
           FROM error_translation l WHERE l.type = t.type) AS translations
         FROM error_type t WHERE t.type = ANY ($1::text[])`,
      [types],
    );
    return new Map(rows.map((row) => [row.type, row]));
  }
}
