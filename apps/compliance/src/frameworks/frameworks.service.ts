import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { FrameworkBody, FrameworkRecord } from '@wardstone/dto/compliance';
import { type ApiError, ComplianceError } from '@wardstone/errors';
import { readFilter, readWindow } from '../api/contract.pipe';
import { listEnvelope, type ListEnvelope, type StoredRecord, storedRecord } from '../api/envelope';
import { notFoundById, recordInvalid, refuseViolations, toStorable } from '../api/record-errors';
import type { ListRequest, WriteRequest } from '../api/request';
import { ComplianceConfig } from '../compliance.config';
import { FRAMEWORK_FIELDS, FRAMEWORK_SORT } from './domain/framework-fields';
import { frameworkViolations, MAX_FRAMEWORKS } from './domain/framework-violations';
import { FrameworksQueries } from './frameworks.queries';

/** Frameworks and their controls, which references of rules name by address (rule compliance-44). */
@Injectable()
export class FrameworksService {
  constructor(
    private readonly queries: FrameworksQueries,
    private readonly config: ComplianceConfig,
  ) {}

  /** @throws invalid_filter, invalid_sort */
  async list(request: ListRequest): Promise<ListEnvelope> {
    const window = readWindow(request, readFilter(request, FRAMEWORK_FIELDS), FRAMEWORK_SORT);
    return listEnvelope(request, await this.queries.findPage(window));
  }

  /** @throws framework_not_found */
  async read(refId: string): Promise<FrameworkRecord> {
    return required(await this.queries.find(toStorable(refId)), refId);
  }

  /** @throws record_invalid */
  put({
    body,
    parents: { framework_ref_id: refId },
  }: WriteRequest<FrameworkBody, 'framework_ref_id'>): Promise<StoredRecord<FrameworkRecord>> {
    refuseViolations(frameworkViolations(body));
    return this.queries.change(async (tx) => {
      const { record, isNew } = await this.queries.put(tx, refId, body);
      if (isNew && (await this.queries.count(tx)) > MAX_FRAMEWORKS) {
        throw recordInvalid([`V2::Framework frameworks are too many (maximum is ${MAX_FRAMEWORKS})`]);
      }
      await this.queries.assignAll(tx);
      if (!isNew) return storedRecord(record, { status: 202 });
      return storedRecord(record, { status: 201, location: `${this.config.BASE_PATH}/frameworks/${refId}` });
    });
  }

  /** @throws framework_not_found */
  remove(refId: string): Promise<FrameworkRecord> {
    return this.queries.change(async (tx) => {
      const record = required(await this.queries.remove(tx, toStorable(refId)), refId);
      await this.queries.assignAll(tx);
      return record;
    });
  }

  /** The references of the guide's rules have changed. */
  guideImported(tx: Transaction, guideId: string): Promise<void> {
    return this.queries.assignOfGuide(tx, guideId);
  }
}

function required(record: FrameworkRecord | undefined, refId: string): FrameworkRecord {
  if (!record) throw frameworkNotFound(refId);
  return record;
}

const frameworkNotFound = (refId: string): ApiError =>
  notFoundById(ComplianceError.framework_not_found, 'Framework', refId);
