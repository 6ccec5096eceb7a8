import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { AuditNote } from '@wardstone/bootstrap';
import { Database, type Transaction } from '@wardstone/database';
import type { DefinitionEscalationChange, DefinitionEscalationRest } from '@wardstone/dto/monitoring';
import type { SentBody } from '@wardstone/media-types';
import { invalidContent } from '../api/invalid-parameter';
import { toStorableId } from '../api/path-id';
import type { Viewer } from '../authorization/viewer';
import { AlertDefinitionService, definitionFacts, escalationNotFound } from './alert-definition.service';
import { DefinitionEscalationQueries } from './definition-escalation.queries';

/** The escalation policy of a definition. See rule alerts-41. */
@Injectable()
export class DefinitionEscalationService {
  constructor(
    private readonly queries: DefinitionEscalationQueries,
    private readonly definitions: AlertDefinitionService,
    private readonly db: Database,
  ) {}

  /** @throws alert_definition_not_found, alert_definition_forbidden */
  async read(definitionId: number, viewer: Viewer): Promise<DefinitionEscalationRest> {
    await this.definitions.requireSeen(definitionId, viewer);
    return this.find(definitionId);
  }

  /** 0 restores the template's policy. @throws as `read`, escalation_not_found, invalid_content */
  async change(
    definitionId: number,
    body: SentBody<DefinitionEscalationChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<DefinitionEscalationRest> {
    await this.definitions.requireSeen(definitionId, caller, 'change');
    const { escalationId } = body.read();
    if (escalationId === undefined) throw invalidContent('Field escalationId is required');
    const [definition, before, after] = await this.db.transaction(async (tx) => {
      const row = await this.definitions.requireChangeable(tx, definitionId, caller);
      if (escalationId !== 0) await this.require(tx, toStorableId(escalationId));
      const known = await this.find(definitionId, tx);
      await this.queries.setOfDefinition(tx, definitionId, escalationId);
      return [row, known, await this.find(definitionId, tx)];
    });
    note(definitionFacts(definition, { escalation: before.escalationName }, { escalation: after.escalationName }));
    return after;
  }

  private async find(definitionId: number, tx?: Transaction): Promise<DefinitionEscalationRest> {
    const found = await this.queries.findOfDefinition(definitionId, tx);
    return {
      definitionId,
      escalationId: found?.id ?? 0,
      escalationName: found?.name,
      inherited: found?.isInherited ?? false,
    };
  }

  /** Whether a definition uses the policy. */
  isUsed(tx: Transaction, escalationId: number): Promise<boolean> {
    return this.queries.isEscalationUsed(tx, escalationId);
  }

  /** Removes the policy from deleted definitions. */
  async forget(tx: Transaction, escalationId: number): Promise<void> {
    await this.queries.forgetUses(tx, escalationId);
  }

  private async require(tx: Transaction, id: number): Promise<void> {
    if (!(await this.queries.lockPolicy(tx, id))) throw escalationNotFound(id);
  }
}
