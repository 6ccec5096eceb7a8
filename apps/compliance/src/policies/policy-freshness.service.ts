import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import type { PolicyFreshnessBody, PolicyFreshnessRecord } from '@wardstone/dto/compliance';
import { ownId, policyNotFound } from '../api/record-errors';
import type { WriteRequest } from '../api/request';
import { type MaxAge, PoliciesQueries } from './policies.queries';

/** How old results of a policy may be (rule compliance-38); beside the policy, whose keys the contract fixes. */
@Injectable()
export class PolicyFreshnessService {
  constructor(private readonly queries: PoliciesQueries) {}

  /** @throws policy_not_found */
  async read({ orgId }: CallerIdentity, givenId: string): Promise<PolicyFreshnessRecord> {
    const id = ownId(givenId, () => policyNotFound(givenId));
    return recordOf(id, await this.require(orgId, id, givenId));
  }

  /** @throws policy_not_found */
  async change(
    givenId: string,
    { caller, body: { max_result_age_days } }: WriteRequest<PolicyFreshnessBody>,
    note: AuditNote,
  ): Promise<PolicyFreshnessRecord> {
    const id = ownId(givenId, () => policyNotFound(givenId));
    const { title, ...before } = await this.require(caller.orgId, id, givenId);
    const changed = await this.queries.setMaxAge(caller.orgId, id, max_result_age_days);
    if (!changed) throw policyNotFound(givenId);
    note(changeFacts({ kind: 'policy', id, name: title }, before, { max_result_age_days }));
    return recordOf(id, changed);
  }

  private async require(orgId: string, id: string, givenId: string): Promise<MaxAge> {
    const found = await this.queries.findMaxAge(orgId, id);
    if (!found) throw policyNotFound(givenId);
    return found;
  }
}

const recordOf = (policy_id: string, { max_result_age_days }: MaxAge): PolicyFreshnessRecord => ({
  policy_id,
  max_result_age_days,
  type: 'policy_freshness',
});
