import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { refuseUnknownKeys } from '../api/domain/given-body';
import type { GivenBody } from '../api/domain/given-body';
import { recordInvalid } from '../api/record-invalid';
import { ownId, parentId } from '../api/record-id';
import { StoredRecord } from '../api/stored-record';
import { AssignmentQueries } from './assignment.queries';
import type { AssignedPolicy, AssignmentWriter } from './assignment.queries';
import { assignmentViolations } from './domain/assignment-violations';
import { reachOf } from './domain/system-reach';
import { policyNotFound } from '../policies/policy-not-found';
import { systemNotFound } from './system-not-found';
import { toSystemRecord } from './system-record';
import type { SystemRecord } from './system-record.dto';
import type { SystemRow } from './system-row';

/** The pair of path ids of an assignment, as given. */
export interface AssignmentIds {
  policy_id: string;
  system_id: string;
}

/** Assigning systems to policies, one at a time (compliance spec C5). */
@Injectable()
export class AssignmentService {
  constructor(@Inject(AssignmentQueries) private readonly queries: AssignmentQueries) {}

  /** @throws invalid_parameter, policy_not_found (also when assigned already), system_not_found, record_invalid */
  assign(caller: CallerIdentity, ids: AssignmentIds, given: GivenBody): Promise<StoredRecord<SystemRecord>> {
    return this.change(caller, ids, given, async (assignments, policy, system) => {
      if (await assignments.isAssigned(policy.id, system.id)) throw policyNotFound(ids.policy_id);
      const profileId = await assignments.lockVariantProfile(policy.profile_id, system.os_minor_version);
      const violations = assignmentViolations({
        policyOsMajorVersion: policy.os_major_version,
        guideRefId: policy.guide_ref_id,
        systemOsMajorVersion: system.os_major_version,
        systemOsName: system.os_name,
        isMinorSupported: profileId !== undefined,
        hasSibling: await assignments.hasPolicyOnProfile(system.id, policy.ref_id),
      });
      if (violations.length > 0 || profileId === undefined) throw recordInvalid(violations);
      await assignments.insert(policy.id, system.id);
      await assignments.ensureTailoring(policy.id, system.os_minor_version, profileId);
    });
  }

  /** The tailoring and the results stay. @throws invalid_parameter, policy_not_found, system_not_found */
  unassign(caller: CallerIdentity, ids: AssignmentIds, given: GivenBody): Promise<StoredRecord<SystemRecord>> {
    return this.change(caller, ids, given, async (assignments, policy, system) => {
      if (!(await assignments.remove(policy.id, system.id))) throw systemNotFound(ids.system_id);
    });
  }

  private change(
    caller: CallerIdentity,
    ids: AssignmentIds,
    given: GivenBody,
    work: (assignments: AssignmentWriter, policy: AssignedPolicy, system: SystemRow) => Promise<void>,
  ): Promise<StoredRecord<SystemRecord>> {
    const policyId = parentId('policy_id', ids.policy_id);
    refuseUnknownKeys(given, []);
    return this.queries.write(caller.orgId, async (assignments) => {
      const policy = await assignments.lockPolicy(policyId);
      if (!policy) throw policyNotFound(ids.policy_id);
      const systemId = ownId(ids.system_id, () => systemNotFound(ids.system_id));
      // Locked: two policies must not take the same system at once.
      const system = await assignments.systems.lockVisible(systemId, reachOf(caller));
      if (!system) throw systemNotFound(ids.system_id);
      await work(assignments, policy, system);
      return StoredRecord.accepted(toSystemRecord(system));
    });
  }
}
