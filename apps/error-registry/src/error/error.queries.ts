import { Injectable } from '@nestjs/common';
import { BatchedLookup, Database, type Queryable, type Transaction } from '@wardstone/database';
import type { SortTerm } from '@wardstone/pagination';
import type { ErrorDescriptionBody, ErrorTextsBody } from '@wardstone/dto/error-registry';
import { ErrorTranslationEntity } from './error-translation.entity';
import { ErrorTypeEntity } from './error-type.entity';

/** A stored explanation, with English texts and without its URL. */
export type StoredError = Omit<ErrorDescriptionBody, 'type'>;

export type ErrorTranslation = ErrorTextsBody & Pick<ErrorTranslationEntity, 'language'>;

/** An explanation with translations by language. */
export type TranslatedError = StoredError & { readonly translations: readonly ErrorTranslation[] };

/** Filters of the list of error types. */
export interface CatalogueFilter {
  service?: string | undefined;
  status?: number | undefined;
  /** Words that must all occur in name, description or causes, case-insensitively. */
  words: readonly string[];
}

/** In the order of an explanation. */
const COLUMNS = `t.type AS title, t.description, t.status, t.service, t.causes, t.resolution, t.example, t.since,
  t.is_deprecated AS deprecated, t.related, t.is_custom AS custom`;

const UPSERT = `INSERT INTO error_type AS t
         (type, service, status, description, causes, resolution, example, since, is_deprecated, related, is_custom)
  SELECT r.type, r.service, r.status, r.description, r.causes, r.resolution, r.example, r.since, r.is_deprecated,
         r.related, r.is_custom
    FROM jsonb_populate_recordset(null::error_type, $1::jsonb) AS r
      ON CONFLICT (type) DO UPDATE
     SET service = excluded.service, status = excluded.status, description = excluded.description,
         causes = excluded.causes, resolution = excluded.resolution, example = excluded.example,
         since = excluded.since, is_deprecated = excluded.is_deprecated, related = excluded.related
   WHERE t.is_custom = excluded.is_custom`;

const MATCHES = `($1::text IS NULL OR t.service = $1)
  AND ($2::integer IS NULL OR t.status = $2)
  AND NOT EXISTS (
    SELECT 1
      FROM unnest($3::text[]) AS word
     WHERE strpos(lower(concat_ws(' ', t.type, t.description, array_to_string(t.causes, ' '))), lower(word)) = 0)`;

/** Sortable columns by their name in the API. */
const SORT_COLUMNS: Readonly<Record<string, string>> = {
  title: 't.type',
  status: 't.status',
  service: 't.service',
  id: 't.type',
};

/** Serialises processes that seed at the same time. */
const SEED_LOCK = 7_283_641_010;
/** Combined with the hash of a name, permits one writer at a time for each name. */
const NAME_LOCK = 728_364;

@Injectable()
export class ErrorQueries {
  private readonly lookup = new BatchedLookup((types: readonly string[]) => this.findAll(types));

  constructor(private readonly db: Database) {}

  async find(type: string, on: Queryable = this.db): Promise<StoredError | undefined> {
    const rows = await on.query<StoredError>(`SELECT ${COLUMNS} FROM error_type t WHERE t.type = $1`, [type]);
    return rows[0];
  }

  /** Like `find`, with translations. */
  findTranslated(type: string): Promise<TranslatedError | undefined> {
    return this.lookup.find(type);
  }

  /** The record, locked against other changes until the transaction ends; also locks a free name. */
  async lock(type: string, on: Queryable): Promise<StoredError | undefined> {
    await on.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [NAME_LOCK, type]);
    const rows = await on.query<StoredError>(`SELECT ${COLUMNS} FROM error_type t WHERE t.type = $1 FOR UPDATE`, [
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

  /** A page, and the number of all matches. */
  async list(
    filter: CatalogueFilter,
    order: readonly SortTerm[],
    window: { limit: number; offset: number },
  ): Promise<{ records: StoredError[]; total: number }> {
    const orderBy = order.map(({ column, direction }) => `${SORT_COLUMNS[column]!} ${direction}`).join(', ');
    const matching = [filter.service ?? null, filter.status ?? null, filter.words];
    const [records, counted] = await Promise.all([
      this.db.query<StoredError>(
        `SELECT ${COLUMNS} FROM error_type t WHERE ${MATCHES} ORDER BY ${orderBy} LIMIT $4 OFFSET $5`,
        [...matching, window.limit, window.offset],
      ),
      this.db.query<{ total: number }>(`SELECT count(*) AS total FROM error_type t WHERE ${MATCHES}`, matching),
    ]);
    return { records, total: counted[0]?.total ?? 0 };
  }

  /** Names without an error type. */
  async listUnknown(types: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>(
      `SELECT name
         FROM unnest($1::text[]) AS name
        WHERE NOT EXISTS (SELECT 1 FROM error_type t WHERE t.type = name)`,
      [types],
    );
    return rows.map(({ name }) => name);
  }

  /** Inserts types, or replaces those with the same name and owner (custom or built-in). */
  async upsert(types: readonly Partial<ErrorTypeEntity>[], on: Queryable): Promise<void> {
    await on.query(UPSERT, [JSON.stringify(types)]);
  }

  /** Also deletes translations and occurrences. */
  async removeCustom(type: string, on: Transaction): Promise<void> {
    await on.repository(ErrorTypeEntity).delete({ type, is_custom: true });
  }

  /** Returns whether the language is new for this type, which is locked. */
  async upsertTranslation(type: string, language: string, texts: ErrorTextsBody, on: Transaction): Promise<boolean> {
    const translations = on.repository(ErrorTranslationEntity);
    const isKnown = await translations.existsBy({ type, language });
    await translations.upsert({ ...texts, type, language }, ['type', 'language']);
    return !isKnown;
  }

  /**
   * Seeds the built-in types: new and changed ones are stored, missing ones are marked as deprecated. Custom types and
   * translations are unchanged. Several processes may do this at once. Returns names that custom types have taken.
   */
  async seed(types: readonly Partial<ErrorTypeEntity>[]): Promise<string[]> {
    return this.db.transaction(async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
      await this.upsert(types, transaction);
      const names = types.map(({ type }) => type);
      await transaction.query(
        `UPDATE error_type t
            SET is_deprecated = true
          WHERE NOT t.is_custom AND NOT t.is_deprecated AND t.type <> ALL ($1::text[])`,
        [names],
      );
      const rows = await transaction.query<{ type: string }>(
        `SELECT t.type FROM error_type t WHERE t.is_custom AND t.type = ANY ($1::text[]) ORDER BY t.type`,
        [names],
      );
      return rows.map(({ type }) => type);
    });
  }

  private async findAll(types: readonly string[]): Promise<ReadonlyMap<string, TranslatedError>> {
    const rows = await this.db.queryOften<TranslatedError>(
      `SELECT ${COLUMNS}, (
         SELECT coalesce(json_agg(json_build_object(
                  'language', l.language, 'description', l.description, 'causes', l.causes, 'resolution', l.resolution)
                  ORDER BY l.language), '[]')
           FROM error_translation l WHERE l.type = t.type) AS translations
         FROM error_type t WHERE t.type = ANY ($1::text[])`,
      [types],
    );
    return new Map(rows.map((row) => [row.title, row]));
  }
}
