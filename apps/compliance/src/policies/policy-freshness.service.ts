import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import type { PolicyFreshnessBody, PolicyFreshnessRecord } from '@wardstone/dto/compliance';
import { policyNotFound, requireRecord } from '../api/record-errors';
import type { WriteRequest } from '../api/request';
import { type MaxAge, PoliciesQueries } from './policies.queries';

/** Maximum age of a policy's results (rule compliance-38), separate from the policy, whose keys the contract fixes. */
@Injectable()
export class PolicyFreshnessService {
  constructor(private readonly queries: PoliciesQueries) {}

  /** @throws policy_not_found */
  async read({ orgId }: CallerIdentity, givenId: string): Promise<PolicyFreshnessRecord> {
    return toRecord(await this.require(orgId, givenId));
  }

  /** @throws policy_not_found */
  async change(
    givenId: string,
    { caller, body: { max_result_age_days } }: WriteRequest<PolicyFreshnessBody>,
    note: AuditNote,
  ): Promise<PolicyFreshnessRecord> {
    const { id, title, ...before } = await this.require(caller.orgId, givenId);
    const changed = await this.queries.setMaxAge(caller.orgId, id, max_result_age_days);
    if (!changed) throw policyNotFound(givenId);
    note(changeFacts({ kind: 'policy', id, name: title }, before, { max_result_age_days }));
    return toRecord(changed);
  }

  private require(orgId: string, givenId: string): Promise<MaxAge> {
    return requireRecord(givenId, policyNotFound, (id) => this.queries.findMaxAge(orgId, id));
  }
}

const toRecord = ({ id, max_result_age_days }: MaxAge): PolicyFreshnessRecord => ({
  policy_id: id,
  max_result_age_days,
  type: 'policy_freshness',
});
