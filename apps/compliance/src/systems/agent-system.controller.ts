import { Put } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { SystemBody, SystemRecord } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import type { StoredRecord } from '../api/envelope';
import { ApiWrites, ComplianceController } from '../api/operation.decorators';
import { JsonBody, type WriteRequest } from '../api/request';
import { SystemsService } from './systems.service';

@ComplianceController('agent/system', 'agents')
export class AgentSystemController {
  constructor(private readonly systems: SystemsService) {}

  @Put()
  @RequirePermission('compliance:system:write', 'inventory:hosts:read')
  @ApiWrites('PutAgentSystem', 'Report the host of the agent that calls', 200, SystemRecord, {
    description:
      'For agents: the login decides which system it is, never the body. The first report makes the system, `agent` of its ' +
      'record names the agent. A renamed or rebuilt host keeps its system.',
    orStatus: 201,
  })
  @ApiErrors(ComplianceError.record_out_of_reach, ComplianceError.too_many_systems)
  put(
    @Caller() caller: CallerIdentity,
    @JsonBody(SystemBody) request: WriteRequest<SystemBody>,
  ): Promise<StoredRecord<SystemRecord>> {
    return this.systems.putOfAgent(caller, request);
  }
}
