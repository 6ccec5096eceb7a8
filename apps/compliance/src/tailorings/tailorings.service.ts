import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditedObject, type AuditNote, changeFacts } from '@wardstone/bootstrap';
import type {
  RuleTreeNodeRecord,
  TailoringBody,
  TailoringRecord,
  TailoringUpdateBody,
} from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { EQUALITY, type FilterFields } from '@wardstone/filter-query';
import { parseUuid } from '@wardstone/pagination';
import { ParameterError } from '../api/domain/parameter-error';
import { listEnvelope, type ListEnvelope, storedRecord, type StoredRecord } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import type { ListRequest, RecordRequest, WriteRequest } from '../api/request';
import { notFoundById, policyNotFound, recordInvalid } from '../api/record-errors';
import { ComplianceConfig } from '../compliance.config';
import { RuleTreesService } from '../guides/rule-trees.service';
import { parseTailoringKey, type TailoringKey } from './domain/tailoring-key';
import { coherentOverrides } from './domain/value-overrides';
import { TailoringsQueries } from './tailorings.queries';

export const TAILORING_FIELDS = {
  os_minor_version: { kind: 'integer', bits: 32, operators: EQUALITY, presence: true },
} as const satisfies FilterFields;

export const TAILORING_SORT = ['os_minor_version'] as const;

/** The tailorings of a policy (rules compliance-7, compliance-18). */
@Injectable()
export class TailoringsService {
  constructor(
    private readonly queries: TailoringsQueries,
    private readonly trees: RuleTreesService,
    private readonly config: ComplianceConfig,
  ) {}

  /** @throws invalid_filter, policy_not_found, invalid_sort */
  async list(request: ListRequest<'policy_id'>): Promise<ListEnvelope> {
    const filter = readFilter(request, TAILORING_FIELDS);
    const { orgId } = request.caller;
    const policyId = request.parents.policy_id;
    if (!(await this.queries.hasPolicy(orgId, policyId))) throw policyNotFound(request.givenParents.policy_id);
    const window = readWindow(request, filter, TAILORING_SORT);
    return listEnvelope(request, await this.queries.findPage(orgId, policyId, window));
  }

  /** @throws policy_not_found, tailoring_not_found */
  async readRuleTree(request: RecordRequest<'policy_id'>, givenId: string): Promise<RuleTreeNodeRecord[]> {
    return this.trees.ofTailoring(request.caller.orgId, await this.require(request, givenId));
  }

  /** @throws invalid_parameter (missing), policy_not_found, unsupported_os_version, record_invalid */
  async create(
    request: WriteRequest<TailoringBody, 'policy_id'>,
    note: AuditNote,
  ): Promise<StoredRecord<TailoringRecord>> {
    const { policy_id: policyId } = request.parents;
    const { os_minor_version: osMinorVersion } = request.body;
    if (osMinorVersion === undefined) {
      throw new ApiError(ComplianceError.invalid_parameter, 'Parameter missing: os_minor_version');
    }
    const creation = await this.queries.create(request.caller.orgId, policyId, osMinorVersion);
    switch (creation.outcome) {
      case 'no policy':
        throw policyNotFound(request.givenParents.policy_id);
      case 'unsupported':
        throw new ApiError(
          ComplianceError.unsupported_os_version,
          `Profile does not support OS version ${creation.osMajorVersion}.${BigInt(osMinorVersion)}`,
        );
      case 'taken':
        throw recordInvalid(['V2::Tailoring os minor version has already been taken']);
      case 'created': {
        const { tailoring } = creation;
        note(await this.findFacts(request, tailoring, {}));
        const location = `${this.config.BASE_PATH}/policies/${policyId}/tailorings/${tailoring.id}`;
        return storedRecord(tailoring, { status: 201, location });
      }
    }
  }

  /** @throws policy_not_found, tailoring_not_found, record_invalid */
  async update(
    request: WriteRequest<TailoringUpdateBody, 'policy_id'>,
    givenId: string,
    note: AuditNote,
  ): Promise<TailoringRecord> {
    const tailoring = await this.require(request, givenId);
    const overrides = request.body.value_overrides;
    if (overrides === undefined) return tailoring;
    const coherent = await this.requireCoherent(request.caller, tailoring, new Map(Object.entries(overrides)));
    const updated = await this.queries.setValueOverrides(request.caller.orgId, tailoring.id, coherent);
    if (!updated) throw tailoringNotFound(givenId);
    await this.noteValues(request, { before: tailoring, after: updated }, note);
    return updated;
  }

  /** @throws policy_not_found, tailoring_not_found */
  async require(
    { caller, parents, givenParents }: RecordRequest<'policy_id'>,
    givenId: string,
  ): Promise<TailoringRecord> {
    const found = await this.queries.find(caller.orgId, parents.policy_id, parseTailoringKey(givenId));
    if (!found) throw policyNotFound(givenParents.policy_id);
    if (!found.tailoring) throw tailoringNotFound(givenId);
    return found.tailoring;
  }

  /** Facts for the audit log about a change of rules or values. */
  async findFacts(
    { caller, parents }: RecordRequest<'policy_id'>,
    tailoring: TailoringRecord,
    change: RuleChange,
  ): Promise<object> {
    const { policy } = await this.queries.findNames(caller.orgId, parents.policy_id, []);
    return changeFacts(toAuditedObject(parents.policy_id, policy, tailoring), change.before, change.after);
  }

  private async noteValues(
    { caller, parents }: RecordRequest<'policy_id'>,
    { before, after }: { before: TailoringRecord; after: TailoringRecord },
    note: AuditNote,
  ): Promise<void> {
    const [old, now] = [before.value_overrides, after.value_overrides];
    const ids = Object.keys({ ...old, ...now }).filter((id) => old[id] !== now[id]);
    const { policy, values } = await this.queries.findNames(caller.orgId, parents.policy_id, ids);
    const titled = (overrides: Readonly<Record<string, string>>): object =>
      Object.fromEntries(ids.map((id) => [`value ${values[id] ?? id}`, overrides[id] ?? null]));
    note(changeFacts(toAuditedObject(parents.policy_id, policy, after), titled(old), titled(now)));
  }

  private async requireCoherent(
    { orgId }: CallerIdentity,
    { security_guide_id: guideId }: TailoringRecord,
    overrides: ReadonlyMap<string, unknown>,
  ): Promise<Record<string, string>> {
    const ids = [...overrides.keys()].map(parseUuid).filter((id) => id !== undefined);
    const coherent = coherentOverrides(overrides, await this.queries.findValueTypes(orgId, guideId, ids));
    if (!coherent) {
      throw recordInvalid(['V2::Tailoring value overrides Incoherent keys or value types specified']);
    }
    return coherent;
  }
}

/** The choice of a rule before and after, e.g. `{ rule: title }`. */
interface RuleChange {
  before?: object;
  after?: object;
}

function toAuditedObject(
  policyId: string,
  policy: string,
  { os_minor_version: minor }: TailoringRecord,
): AuditedObject {
  return { kind: 'tailoring', id: policyId, name: `${policy} · ${minor}` };
}

/**
 * The tailoring that is the parent of a request.
 * @throws ParameterError when it can be none
 */
export function requireTailoringKey(givenTailoringId: string): TailoringKey {
  const key = parseTailoringKey(givenTailoringId);
  if (!key) throw new ParameterError('tailoring_id is not permitted');
  return key;
}

export const tailoringNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.tailoring_not_found, 'Tailoring', givenId);
