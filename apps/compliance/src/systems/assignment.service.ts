import { Injectable } from '@nestjs/common';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import type { SystemRecord } from '@wardstone/dto/compliance';
import type { RecordRequest } from '../api/request';
import { policyNotFound, recordInvalid, requireRecord, systemNotFound } from '../api/record-errors';
import { type AssignedPolicy, AssignmentQueries, type AssignmentWriter } from './assignment.queries';
import { auditedPolicy } from './domain/audited-policy';
import { assignmentViolations } from './domain/assignment-violations';
import { toSystemReach } from './domain/system-reach';
import { toSystemRecord } from './system-record';
import type { SystemRow } from './system-row.sql';

type OfPolicy = RecordRequest<'policy_id'>;

/** Assignment of single systems to policies (rule compliance-19). */
@Injectable()
export class AssignmentService {
  constructor(private readonly queries: AssignmentQueries) {}

  /** @throws policy_not_found (also when assigned already), system_not_found, record_invalid */
  assign(request: OfPolicy, givenId: string, note: AuditNote): Promise<SystemRecord> {
    return this.change(request, givenId, async (assignments, policy, system) => {
      if (await assignments.isAssigned(policy.id, system.id)) throw policyNotFound(request.givenParents.policy_id);
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
      await assignments.insertAll(policy.id, [system.id]);
      await assignments.ensureTailoring(policy.id, system.os_minor_version, profileId);
      note(changeFacts(auditedPolicy(policy), {}, { system: system.display_name }));
    });
  }

  /**
   * Tailoring and results stay.
   * @throws policy_not_found, system_not_found
   */
  unassign(request: OfPolicy, givenId: string, note: AuditNote): Promise<SystemRecord> {
    return this.change(request, givenId, async (assignments, policy, system) => {
      if (!(await assignments.remove(policy.id, system.id))) throw systemNotFound(givenId);
      note(changeFacts(auditedPolicy(policy), { system: system.display_name }));
    });
  }

  private change(
    { caller, parents, givenParents }: OfPolicy,
    givenId: string,
    work: (assignments: AssignmentWriter, policy: AssignedPolicy, system: SystemRow) => Promise<void>,
  ): Promise<SystemRecord> {
    const reach = toSystemReach(caller);
    return this.queries.write(caller.orgId, async (assignments) => {
      const policy = await assignments.lockPolicy(parents.policy_id);
      if (!policy) throw policyNotFound(givenParents.policy_id);
      // Locked, so that two policies cannot take the same system at once.
      const system = await requireRecord(givenId, systemNotFound, (id) => assignments.systems.lockVisible(id, reach));
      await work(assignments, policy, system);
      return toSystemRecord(system);
    });
  }
}
