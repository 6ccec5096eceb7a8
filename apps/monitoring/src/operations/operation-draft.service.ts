import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { OperationResourceQuery, OperationRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../api/invalid-parameter';
import { Addresses } from '../api/addresses';
import { AuthorizationService, resourceNotFound } from '../authorization/authorization.service';
import { OperationDefinitionQueries } from './operation-definition.queries';
import { OperationDefinitionService, knownResourceId } from './operation-definition.service';
import { checkParameters, failuresByParameter, type Parameters } from './domain/check-parameters';
import { initialParameters } from './domain/parameter-values';
import { OperationDraftQueries, type OperationDraftRow } from './operation-draft.queries';
import { OperationHistoryQueries } from './operation-history.queries';
import { OperationExecution } from './operation-execution.service';

/** Drafts of operations. See rules operations-3 to operations-5. */
@Injectable()
export class OperationDraftService {
  constructor(
    private readonly drafts: OperationDraftQueries,
    private readonly definitions: OperationDefinitionQueries,
    private readonly known: OperationDefinitionService,
    private readonly history: OperationHistoryQueries,
    private readonly execution: OperationExecution,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_query, resource_not_found, resource_forbidden, operation_definition_not_found */
  async create(definitionId: number, query: OperationResourceQuery, caller: CallerIdentity): Promise<OperationRest> {
    const resourceId = knownResourceId(query);
    await this.authorization.requireResource(caller, resourceId);
    const definition = await this.known.require(definitionId);
    if ((await this.definitions.findResourceType(resourceId)) !== definition.resource_type_id) {
      throw new ApiError(
        MonitoringError.invalid_query,
        `The operation definition with id ${definitionId} does not belong to the type of the resource with id ${resourceId}`,
      );
    }
    const draft = {
      name: definition.name,
      resource_id: resourceId,
      operation_definition_id: definitionId,
      parameters: initialParameters(definition.parameters),
      job_id: null,
    };
    return this.toRecord(await this.drafts.insert(caller.subject, draft, this.clock.now()));
  }

  /** @throws operation_draft_not_found */
  async read(id: number, caller: CallerIdentity): Promise<OperationRest> {
    return this.toRecord(await this.require(id, caller));
  }

  /**
   * Replaces the parameters; with `readyToSubmit` the operation is executed once.
   * @throws operation_draft_not_found, invalid_content, resource_not_found, resource_forbidden
   */
  async update(
    id: number,
    body: SentBody<OperationRest>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<OperationRest> {
    if (!(await this.drafts.exists(id, caller.subject, this.clock.now()))) throw draftNotFound(id);
    const { params: parameters = {}, readyToSubmit = false } = body.read();
    return this.db.transaction(async (tx) => {
      const draft = await this.require(id, caller, tx);
      if (draft.job_id !== null) return this.toRecord(draft);
      const nowMs = this.clock.now();
      const jobId = readyToSubmit ? await this.submit(tx, draft, parameters, caller, nowMs) : null;
      await this.drafts.write(tx, id, { parameters, jobId }, nowMs);
      if (jobId !== null) note(changeFacts({ kind: 'operation', id: draft.resource_id, name: draft.name }));
      return this.toRecord({ ...draft, parameters, job_id: jobId });
    });
  }

  async remove(id: number, caller: CallerIdentity): Promise<void> {
    await this.drafts.remove(id, caller.subject);
  }

  private async submit(
    tx: Transaction,
    draft: OperationDraftRow,
    parameters: Parameters,
    caller: CallerIdentity,
    nowMs: number,
  ): Promise<string> {
    const { resource_id: resourceId } = draft;
    const target = await this.history.findTarget(tx, resourceId, caller);
    if (!target) throw resourceNotFound(resourceId);
    this.authorization.authorizeResource(caller, { id: resourceId, isSeen: target.is_seen }, 'CONTROL');
    const definition = await this.definitions.find(draft.operation_definition_id, tx);
    if (definition?.resource_type_id !== target.resource_type_id) {
      throw invalidContent(`The resource has no operation ${draft.name} any more`);
    }
    const properties = definition.parameters?.properties ?? [];
    const failures = checkParameters(properties, parameters);
    if (failures.length > 0) {
      const fields = failuresByParameter(properties, parameters);
      throw new ApiError(MonitoringError.invalid_content, failures.join(', '), { extensions: { fields } });
    }
    const { username: requestedBy, subject: requestedSubject } = caller;
    const order = { resourceId, target, definition, parameters, requestedBy, requestedSubject };
    return this.execution.order(tx, order, nowMs);
  }

  private async require(id: number, caller: CallerIdentity, tx?: Transaction): Promise<OperationDraftRow> {
    const draft = await this.drafts.access(tx ?? this.db, id, caller.subject, this.clock.now());
    if (draft) return draft;
    throw draftNotFound(id);
  }

  private toRecord(draft: OperationDraftRow): OperationRest {
    const { id, name, resource_id, operation_definition_id, parameters, job_id } = draft;
    return {
      id,
      name,
      readyToSubmit: job_id !== null,
      resourceId: resource_id,
      definitionId: operation_definition_id,
      params: parameters,
      links: [
        job_id === null
          ? this.addresses.link('edit', `/operation/${id}`)
          : this.addresses.link('history', `/operation/history/${job_id}`),
      ],
    };
  }
}

function draftNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.operation_draft_not_found, `Draft operation with id ${id} not found`);
}
