import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import type { PolicyBody, PolicyRecord, PolicyUpdateBody } from '@wardstone/dto/compliance';
import { contractOperatorsOnly, type FilterFields } from '@wardstone/filter-query';
import { parseUuid } from '@wardstone/pagination';
import { listEnvelope, type ListEnvelope, type Page, storedRecord, type StoredRecord } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import type { ListRequest, WriteRequest } from '../api/request';
import { policyNotFound, recordInvalid, refuseViolations, requireRecord } from '../api/record-errors';
import { ComplianceConfig } from '../compliance.config';
import { auditedPolicy } from '../systems/domain/audited-policy';
import { toSystemReach } from '../systems/domain/system-reach';
import { SystemsService } from '../systems/systems.service';
import { POLICY_FIELDS, POLICY_SORT, SYSTEM_POLICY_FIELDS, SYSTEM_POLICY_SORT } from './domain/policy-fields';
import { policyViolations, thresholdViolations } from './domain/policy-violations';
import { PoliciesQueries } from './policies.queries';

/** The policies of an organisation. Every method checks in the order of rule compliance-7. */
@Injectable()
export class PoliciesService {
  private readonly fields: FilterFields;
  private readonly systemFields: FilterFields;

  constructor(
    private readonly queries: PoliciesQueries,
    private readonly systems: SystemsService,
    private readonly config: ComplianceConfig,
  ) {
    const allowed = config.FILTER_OPERATORS === 'extended' ? <T>(fields: T): T => fields : contractOperatorsOnly;
    this.fields = allowed(POLICY_FIELDS);
    this.systemFields = allowed(SYSTEM_POLICY_FIELDS);
  }

  /** @throws invalid_filter, invalid_sort */
  async list(request: ListRequest): Promise<ListEnvelope> {
    const window = readWindow(request, readFilter(request, this.fields), POLICY_SORT);
    const page = await this.queries.findPage(request.caller.orgId, window);
    return listEnvelope(request, await this.asCounted(request.caller, page));
  }

  /**
   * The policies to which a system is assigned.
   * @throws invalid_filter, system_not_found, invalid_sort
   */
  async listOfSystem(request: ListRequest<'system_id'>): Promise<ListEnvelope> {
    const filter = readFilter(request, this.systemFields);
    const { id: systemId } = await this.systems.requireParent(request);
    const window = readWindow(request, filter, SYSTEM_POLICY_SORT);
    const page = await this.queries.findPage(request.caller.orgId, { ...window, systemId });
    return listEnvelope(request, await this.asCounted(request.caller, page));
  }

  /** @throws policy_not_found */
  async read(caller: CallerIdentity, givenId: string): Promise<PolicyRecord> {
    const policy = await this.require(caller.orgId, givenId);
    const { records } = await this.asCounted(caller, { total: 1, records: [policy] });
    return records[0] ?? policy;
  }

  /** @throws record_invalid */
  async create(request: WriteRequest<PolicyBody>, note: AuditNote): Promise<StoredRecord<PolicyRecord>> {
    const { orgId } = request.caller;
    const policy = request.body;
    const profileId = parseUuid(policy.profile_id ?? '');
    const facts = await this.queries.findFacts(orgId, profileId, policy.title);
    refuseViolations(policyViolations(policy, facts));
    const created = await this.queries.insert(orgId, policy, profileId);
    if (created) {
      note(changeFacts(auditedPolicy(created)));
      // The contract does not count systems here: null, where reading returns 0.
      const location = `${this.config.BASE_PATH}/policies/${created.id}`;
      return storedRecord({ ...created, total_system_count: null }, { status: 201, location });
    }
    // Another request has taken the title, or the profile was deleted.
    const { hasProfile } = await this.queries.findFacts(orgId, profileId, policy.title);
    throw recordInvalid(policyViolations(policy, { hasProfile, isTitleTaken: hasProfile }));
  }

  /** @throws policy_not_found, record_invalid */
  async update(givenId: string, request: WriteRequest<PolicyUpdateBody>, note: AuditNote): Promise<PolicyRecord> {
    const { orgId } = request.caller;
    const change = request.body;
    const policy = await this.require(orgId, givenId);
    refuseViolations(thresholdViolations(change.compliance_threshold));
    const updated = await this.queries.update(orgId, policy.id, change);
    if (!updated) throw policyNotFound(givenId);
    note(changeFacts(auditedPolicy(updated), toSettings(policy), toSettings(updated)));
    return updated;
  }

  /** @throws policy_not_found */
  async remove({ orgId }: CallerIdentity, givenId: string, note: AuditNote): Promise<PolicyRecord> {
    const removed = await requireRecord(givenId, policyNotFound, (id) => this.queries.remove(orgId, id));
    note(changeFacts(auditedPolicy(removed)));
    return removed;
  }

  /** The contract counts all systems of a policy for every caller except an agent, which sees only its own. */
  private async asCounted(caller: CallerIdentity, { total, records }: Page<PolicyRecord>): Promise<Page<PolicyRecord>> {
    if (!caller.ownOnly) return { total, records };
    const ids = records.map(({ id }) => id);
    const counts = await this.queries.countSystems(caller.orgId, toSystemReach(caller), ids);
    return { total, records: records.map((row) => ({ ...row, total_system_count: counts.get(row.id) ?? 0 })) };
  }

  private require(orgId: string, givenId: string): Promise<PolicyRecord> {
    return requireRecord(givenId, policyNotFound, (id) => this.queries.find(orgId, id));
  }
}

function toSettings({ description, business_objective, compliance_threshold }: PolicyRecord): object {
  return { description, business_objective, compliance_threshold };
}
