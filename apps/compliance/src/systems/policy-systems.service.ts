import { Injectable } from '@nestjs/common';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import type { FilterQuery, SystemSelectionBody, TaggedListQuery } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import type { ListEnvelope } from '../api/envelope';
import { firstPage } from '../api/contract.pipe';
import type { ListRequest, RecordRequest, WriteRequest } from '../api/request';
import { type AssignedPolicy, AssignmentQueries, type AssignmentWriter } from './assignment.queries';
import { planAssignment } from './domain/assignment-plan';
import { auditedPolicy } from './domain/audited-policy';
import { POLICY_SYSTEM_FIELDS, POLICY_SYSTEM_SORT } from './domain/system-fields';
import { toSystemReach, type SystemReach } from './domain/system-reach';
import { policyNotFound } from '../api/record-errors';
import { type PolicySystemList, SystemListService } from './system-list.service';

/** Assignment of all systems of a policy (rules compliance-7, compliance-19). */
@Injectable()
export class PolicySystemsService {
  constructor(
    private readonly queries: AssignmentQueries,
    private readonly systems: SystemListService,
  ) {}

  /** @throws invalid_filter, policy_not_found, invalid_sort */
  list(request: ListRequest<'policy_id', TaggedListQuery>): Promise<ListEnvelope> {
    return this.systems.listOfPolicy(request, toList(request));
  }

  /** @throws invalid_filter, policy_not_found */
  listOsVersions(request: ListRequest<'policy_id', FilterQuery>): Promise<string[]> {
    return this.systems.listOsVersionsOfPolicy(request, toList(request));
  }

  /**
   * Replaces the visible systems of the policy; returns the first page.
   * @throws policy_not_found, supported_profile_not_found
   */
  async assignAll(request: WriteRequest<SystemSelectionBody, 'policy_id'>, note: AuditNote): Promise<ListEnvelope> {
    const { caller, body, parents, givenParents } = request;
    await this.queries.write(caller.orgId, async (assignments) => {
      const policy = await assignments.lockPolicy(parents.policy_id);
      if (!policy) throw policyNotFound(givenParents.policy_id);
      const { added, removed } = await replaceSystems(assignments, policy, body.ids, toSystemReach(caller));
      note(changeFacts(auditedPolicy(policy), {}, getCounts({ added, removed })));
    });
    return this.systems.listOfPolicy(firstPage(request), toList(request));
  }
}

async function replaceSystems(
  assignments: AssignmentWriter,
  policy: AssignedPolicy,
  ids: readonly string[],
  reach: SystemReach,
): Promise<ReturnType<typeof planAssignment>> {
  const variants = await assignments.lockVariantProfiles(policy.profile_id);
  if (variants.size === 0) {
    throw new ApiError(ComplianceError.supported_profile_not_found, 'V2::SupportedProfile not found with ID');
  }
  const plan = planAssignment(await assignments.lockAssignable(policy, ids, reach), ids, {
    osMajorVersion: policy.os_major_version,
    guideRefId: policy.guide_ref_id,
    supportedMinors: new Set(variants.keys()),
  });
  await assignments.lockCounter(policy.id);
  await assignments.removeAll(policy.id, plan.removed);
  await assignments.insertAll(policy.id, plan.added);
  for (const minor of plan.minors) await assignments.ensureTailoring(policy.id, minor, variants.get(minor)!);
  return plan;
}

/** Numbers of systems added and removed, without zeros. */
function getCounts({ added, removed }: { added: readonly string[]; removed: readonly string[] }): object {
  return {
    ...(added.length > 0 ? { systems_added: added.length } : {}),
    ...(removed.length > 0 ? { systems_removed: removed.length } : {}),
  };
}

const toList = ({ parents, givenParents }: RecordRequest<'policy_id'>): PolicySystemList => ({
  policyId: parents.policy_id,
  notFound: policyNotFound(givenParents.policy_id),
  fields: POLICY_SYSTEM_FIELDS,
  sort: POLICY_SYSTEM_SORT,
  hasPolicies: false,
});
