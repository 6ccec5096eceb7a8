import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { AgentListQuery, ListedAgent } from '@wardstone/dto/monitoring';
import { listOf, type ListPage, Produces } from '@wardstone/media-types';
import { RequestQuery } from '../api/request-query.decorator';
import { AgentService } from './agent.service';

const EXAMPLE: ListedAgent = {
  name: 'node-001',
  version: '1.4.0',
  hostname: 'node-001.example.test',
  registered: 1_772_800_000_000,
  lastSeen: 1_772_899_507_001,
  silent: false,
  hostId: 10001,
  hostName: 'node-001',
  hostStatus: 'COMMITTED',
};

/** See rule agents-11. */
@ApiTags('agent')
@Controller('rest/agents')
export class AgentListController {
  constructor(private readonly agents: AgentService) {}

  @Get()
  @Authenticated()
  @Produces(['json'], listOf(ListedAgent), { title: 'Agents', example: [EXAMPLE], gzip: true })
  @ApiOperation({
    operationId: 'listAgents',
    summary: 'List the agents with their machines, the last contact longest ago first by default',
    description: 'Those whose machines the caller sees. An addition to the contract.',
  })
  list(
    @RequestQuery(AgentListQuery) query: AgentListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ListedAgent>> {
    return this.agents.list(query, caller);
  }
}
