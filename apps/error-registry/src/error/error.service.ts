import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type HandlerResponse, type Logger, LOGGER, type Preconditions, preconditionsHold } from '@wardstone/bootstrap';
import { Database, type Transaction } from '@wardstone/database';
import { ALL_ERROR_TYPES, ApiError, CommonError, type ErrorType, RegistryError } from '@wardstone/errors';
import { listLinks, listMeta, parseSort, type SortTerm } from '@wardstone/pagination';
import { addToQuery } from './domain/list-links';
import type { CatalogueQuery, CustomErrorBody, ErrorTextsBody } from '@wardstone/dto/error-registry';
import { ErrorQueries, type StoredError } from './error.queries';
import { ErrorRepresentations, type AcceptHeaders } from './error-representations';
import type { ErrorTypeEntity } from './error-type.entity';

/** JSON in English. */
const NO_WISH: AcceptHeaders = { accept: undefined, acceptLanguage: undefined };
const SORTABLE = ['title', 'status', 'service'];

@Injectable()
export class ErrorService implements OnApplicationBootstrap {
  constructor(
    private readonly queries: ErrorQueries,
    private readonly database: Database,
    private readonly representations: ErrorRepresentations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Seeds the database with the tables of `libs/errors`. Source: rule registry-3. */
  async onApplicationBootstrap(): Promise<void> {
    const taken = await this.queries.seed(
      ALL_ERROR_TYPES.map((kind) => toRow(kind, { type: kind.type, is_custom: false })),
    );
    if (taken.length > 0) this.logger.warn({ types: taken }, 'custom error types hide types of the product');
  }

  /** The explanation of one type. @throws unknown_error_type */
  async describe(type: string, wish: AcceptHeaders): Promise<HandlerResponse<string>> {
    const found = await this.queries.findTranslated(type);
    if (!found) throw unknownType(type);
    const { translations, ...record } = found;
    return this.representations.renderError(record, translations, wish);
  }

  /** The built-in explanation of a built-in type; undefined for custom types and translations. */
  async describeToStranger(type: string, wish: AcceptHeaders): Promise<HandlerResponse<string> | undefined> {
    const record = await this.queries.find(type);
    return record && !record.custom ? this.representations.renderError(record, [], wish) : undefined;
  }

  /**
   * A page of the catalogue.
   * @throws invalid_request
   */
  async list(query: CatalogueQuery, wish: AcceptHeaders): Promise<HandlerResponse<string>> {
    const { limit, offset, service, status, q, sort_by: sortBy } = query;
    const words = q?.split(/\s+/).filter((word) => word !== '') ?? [];
    const { records, total } = await this.queries.list({ service, status, words }, toOrder(sortBy), { limit, offset });
    const window = { limit, offset: BigInt(offset), sort_by: sortBy === undefined ? undefined : [sortBy] };
    const search = { q, service, status };
    return this.representations.renderCatalogue(
      {
        records,
        meta: listMeta(window, total),
        links: addToQuery(listLinks(this.representations.cataloguePath, window, total), search),
        search,
      },
      wish,
    );
  }

  /** Creates or replaces a custom type. @throws invalid_request, error_type_not_custom, precondition_failed */
  async putCustom(type: string, body: CustomErrorBody, conditions: Preconditions): Promise<HandlerResponse<string>> {
    await this.requireKnown(body.related.filter((name) => name !== type));
    return this.database.transaction(async (transaction) => {
      const current = await this.lockForWrite(type, conditions, transaction);
      if (current) requireCustom(current);
      await this.queries.upsert([toRow(body, { type, is_custom: true })], transaction);
      const stored = await this.requireStored(type, transaction);
      const response = this.representations.renderError(stored, [], NO_WISH);
      return current ? response : this.representations.asCreated(response, type);
    });
  }

  /** Removes a custom type. @throws unknown_error_type, error_type_not_custom, precondition_failed */
  async removeCustom(type: string, conditions: Preconditions): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const current = await this.lockForWrite(type, conditions, transaction);
      if (!current) throw unknownType(type);
      requireCustom(current);
      await this.queries.removeCustom(type, transaction);
    });
  }

  /** Stores the texts of a type in another language. @throws unknown_error_type, precondition_failed */
  async putTranslation(
    type: string,
    language: string,
    texts: ErrorTextsBody,
    conditions: Preconditions,
  ): Promise<HandlerResponse<string>> {
    return this.database.transaction(async (transaction) => {
      const current = await this.lockForWrite(type, conditions, transaction);
      if (!current) throw unknownType(type);
      const isNew = await this.queries.upsertTranslation(type, language, texts, transaction);
      const wish = { ...NO_WISH, acceptLanguage: language };
      const response = this.representations.renderError(current, [{ ...texts, language }], wish);
      return isNew ? this.representations.asCreated(response, type) : response;
    });
  }

  private async lockForWrite(
    type: string,
    conditions: Preconditions,
    transaction: Transaction,
  ): Promise<StoredError | undefined> {
    const current = await this.queries.lock(type, transaction);
    if (conditions.ifMatch === undefined && conditions.ifNoneMatch === undefined) return current;
    const tags =
      current && this.representations.listTags(current, await this.queries.listTranslations(type, transaction));
    if (!preconditionsHold(conditions, tags)) throw new ApiError(CommonError.precondition_failed);
    return current;
  }

  private async requireStored(type: string, transaction: Transaction): Promise<StoredError> {
    const stored = await this.queries.find(type, transaction);
    if (!stored) throw unknownType(type);
    // A built-in type with this name was created between read and write.
    requireCustom(stored);
    return stored;
  }

  private async requireKnown(related: readonly string[]): Promise<void> {
    const unknown = await this.queries.listUnknown(related);
    if (unknown.length > 0) throw invalidField('related', `related names unknown error types: ${unknown.join(', ')}`);
  }
}

/** The row of a built-in or custom type. */
function toRow(
  { deprecated: is_deprecated, ...declared }: ErrorType | CustomErrorBody,
  key: Pick<ErrorTypeEntity, 'type' | 'is_custom'>,
): Partial<ErrorTypeEntity> {
  return { ...(declared as Partial<ErrorTypeEntity>), is_deprecated, ...key };
}

function toOrder(sortBy: string = 'title'): SortTerm[] {
  try {
    return parseSort(sortBy.split(','), SORTABLE);
  } catch (error) {
    throw invalidField('sort_by', (error as Error).message);
  }
}

function invalidField(field: string, problem: string): ApiError {
  return new ApiError(CommonError.invalid_request, problem, {
    extensions: { fields: [{ field, problems: [problem] }] },
  });
}

function requireCustom({ title, custom, service }: StoredError): void {
  if (custom) return;
  const detail = `The error type ${title} belongs to ${service === 'common' ? 'all services' : service}.`;
  throw new ApiError(RegistryError.error_type_not_custom, detail);
}

/** Also used for the occurrences of a type. */
export function unknownType(type: string): ApiError {
  return new ApiError(RegistryError.unknown_error_type, `Unknown error type: ${type}.`);
}
