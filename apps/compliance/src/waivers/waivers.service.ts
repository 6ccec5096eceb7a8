import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import type { WaiverBody, WaiverDecisionBody, WaiverRecord } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { listEnvelope, type ListEnvelope, storedRecord, type StoredRecord } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import { notFoundById, requireRecord, refuseViolations } from '../api/record-errors';
import type { ListRequest, WriteRequest } from '../api/request';
import { ComplianceConfig } from '../compliance.config';
import { isUnlimited, toSystemReach } from '../systems/domain/system-reach';
import { WAIVER_FIELDS, WAIVER_SORT } from './domain/waiver-fields';
import { expiryViolations, MAX_WAIVERS, waiverViolations } from './domain/waiver-violations';
import { type RequestedReviews, type WaiverRow, type WaiverScope, WaiversQueries } from './waivers.queries';

/** Waivers are requested, decided, withdrawn or expire, and are never deleted (rule compliance-40). */
@Injectable()
export class WaiversService {
  constructor(
    private readonly queries: WaiversQueries,
    private readonly clock: Clock,
    private readonly config: ComplianceConfig,
  ) {}

  /** @throws invalid_filter, invalid_sort */
  async list(request: ListRequest): Promise<ListEnvelope> {
    const { caller } = request;
    const window = readWindow(request, readFilter(request, WAIVER_FIELDS), WAIVER_SORT);
    const page = await this.queries.findPage(caller.orgId, this.toScope(caller), window);
    return listEnvelope(request, { ...page, records: page.records.map((row) => this.toRecord(row, caller)) });
  }

  /** @throws waiver_not_found */
  async read(caller: CallerIdentity, givenId: string): Promise<WaiverRecord> {
    return this.toRecord(await this.require(caller, givenId), caller);
  }

  /** @throws record_invalid, record_out_of_reach, too_many_waivers */
  async request(
    { caller, body: given }: WriteRequest<WaiverBody>,
    note: AuditNote,
  ): Promise<StoredRecord<WaiverRecord>> {
    const body = { ...given, system_ids: given.system_ids && unique(given.system_ids) };
    const scope = this.toScope(caller);
    const { reach, at } = scope;
    const facts = await this.queries.findFacts(caller.orgId, scope, body);
    refuseViolations(waiverViolations(body, facts, at.getTime()));
    const isWithinReach =
      isUnlimited(reach) ||
      body.system_ids !== undefined ||
      (body.group_id !== undefined && reach.groupIds?.includes(body.group_id) === true);
    if (!isWithinReach)
      throw new ApiError(ComplianceError.record_out_of_reach, 'You are not authorized to access this action.');
    if (facts.waivers >= MAX_WAIVERS) throw new ApiError(ComplianceError.too_many_waivers);
    const waiver = await this.require(caller, await this.queries.insert(caller.orgId, body, caller, at));
    note(changeFacts(toAuditedObject(waiver), {}, { reason: waiver.reason, expires_at: waiver.expires_at }));
    const location = `${this.config.BASE_PATH}/waivers/${waiver.id}`;
    return storedRecord(this.toRecord(waiver, caller), { status: 201, location });
  }

  /**
   * Requests a waiver of one system for each result or lower severity without such a waiver in force or waiting.
   * @returns the number of requests
   * @throws record_invalid, too_many_waivers
   */
  async requestReviews(caller: CallerIdentity, requested: RequestedReviews): Promise<number> {
    const at = new Date(this.clock.now());
    refuseViolations(expiryViolations(requested.expiresAt.getTime(), at.getTime()));
    const unsaid = await this.queries.findUnsaid(caller.orgId, requested, at);
    if (unsaid.length === 0) return 0;
    if ((await this.queries.countWaivers(caller.orgId, at)) + unsaid.length > MAX_WAIVERS) {
      throw new ApiError(ComplianceError.too_many_waivers);
    }
    await this.queries.insertReviews(caller.orgId, { ...requested, stated: unsaid }, caller, at);
    return unsaid.length;
  }

  /** @throws waiver_not_found, own_waiver, waiver_ended */
  async decide(
    givenId: string,
    { caller, body }: WriteRequest<WaiverDecisionBody>,
    note: AuditNote,
  ): Promise<WaiverRecord> {
    const waiver = await this.require(caller, givenId);
    const byOther = this.isByOther;
    // The requester could have created a service account for this.
    if (byOther && body.decision === 'approved' && caller.type !== 'User') throw ownWaiver();
    const at = new Date(this.clock.now());
    const isDecided = await this.queries.decide(caller.orgId, waiver.id, body, caller, { at, byOther });
    if (!isDecided) throw await this.toRefusal(caller, givenId);
    note(changeFacts(toAuditedObject(waiver), { state: waiver.state }, { state: body.decision }));
    return this.toRecord(await this.require(caller, givenId), caller);
  }

  /** @throws waiver_not_found, waiver_ended */
  async withdraw(caller: CallerIdentity, givenId: string, note: AuditNote): Promise<WaiverRecord> {
    const waiver = await this.require(caller, givenId);
    const isWithdrawn = await this.queries.withdraw(caller.orgId, waiver.id, caller, new Date(this.clock.now()));
    if (!isWithdrawn) throw await this.toRefusal(caller, givenId);
    note(changeFacts(toAuditedObject(waiver), { state: waiver.state }, { state: 'withdrawn' }));
    return this.toRecord(await this.require(caller, givenId), caller);
  }

  /** Waivers that start their last 14 days, each once. */
  noteExpiries(transaction: Transaction, orgId: string): Promise<void> {
    return this.queries.noteExpiries(transaction, orgId, new Date(this.clock.now()));
  }

  private async toRefusal(caller: CallerIdentity, givenId: string): Promise<ApiError> {
    const { state } = await this.require(caller, givenId);
    return state === 'requested' ? ownWaiver() : new ApiError(ComplianceError.waiver_ended, `V2::Waiver is ${state}`);
  }

  private require(caller: CallerIdentity, givenId: string): Promise<WaiverRow> {
    return requireRecord(givenId, waiverNotFound, (id) => this.queries.find(caller.orgId, this.toScope(caller), id));
  }

  private get isByOther(): boolean {
    return this.config.WAIVER_APPROVER === 'other';
  }

  private toRecord({ subject, ...row }: WaiverRow, caller: CallerIdentity): WaiverRecord {
    const isOwn = subject === caller.subject || caller.type !== 'User';
    return {
      ...row,
      expires_at: row.expires_at.toISOString(),
      requested_at: row.requested_at.toISOString(),
      needs_other_approver: this.isByOther && row.state === 'requested' && isOwn,
      decided_at: row.decided_at?.toISOString() ?? null,
      withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    };
  }

  private toScope(caller: CallerIdentity): WaiverScope {
    return { reach: toSystemReach(caller), at: new Date(this.clock.now()) };
  }
}

/** Without duplicates, ignoring case. */
const unique = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

export const waiverNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.waiver_not_found, 'Waiver', givenId);

const ownWaiver = (): ApiError =>
  new ApiError(ComplianceError.own_waiver, 'V2::Waiver must be approved by another person');

const toAuditedObject = ({ id, rule_ref_id }: WaiverRow) => ({ kind: 'waiver', id, name: rule_ref_id }) as const;
