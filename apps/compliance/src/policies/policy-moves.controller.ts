import { Post } from '@nestjs/common';
import { Audit, type AuditNote, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import { PolicyMoveBody, PolicyMoveRecord } from '@wardstone/dto/compliance';
import { ComplianceController, written } from '../api/operation-parts';
import { JsonBody, type WriteRequest } from '../api/request';
import { PolicyMovesService } from './policy-moves.service';

@ComplianceController('policies/moves', 'policies')
export class PolicyMovesController {
  constructor(private readonly moves: PolicyMovesService) {}

  @Post()
  @Operation('Move policies to another version of their security guide', {
    description:
      'Also moves tailorings, exceptions, reviews, plans, schedule and history, with rules that people added or removed and ' +
      'values that they set. Agents use the new guide from the next scan on. All policies move, or none.',
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(202, PolicyMoveRecord),
    errors: ['policy_not_found', 'too_many_heavy_requests'],
  })
  movePolicies(
    @JsonBody(PolicyMoveBody) request: WriteRequest<PolicyMoveBody>,
    @Audit() note: AuditNote,
    @RequestClient() client: Client,
  ): Promise<PolicyMoveRecord> {
    return this.moves.move(request, note, client);
  }
}
