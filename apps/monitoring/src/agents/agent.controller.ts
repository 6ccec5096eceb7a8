import { Controller, Get, Param, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticator, Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, content, nothing, Operation, ServiceMetrics, startPoll } from '@wardstone/bootstrap';
import {
  Agent,
  AgentInventory,
  AgentListQuery,
  AgentPlugin,
  AgentRegistration,
  AgentWork,
  AgentWorkQuery,
  ListedAgent,
  WorkReport,
} from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { type HandlerResponse, type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
import type { Request, Response } from 'express';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { AgentService } from './agent.service';
import { AgentWorkService } from './work/agent-work.service';
import { AgentPlugins } from './plugins/agent-plugins.service';
import { pipeline } from 'node:stream/promises';
import type { ContentReader } from '../content/content-store';

const AGENT_EXAMPLE: Agent = {
  name: 'host-a-agent',
  version: '2.1',
  lastSeen: 1_772_899_507_001,
  serverTime: 1_772_899_507_001,
  quietTimeout: 300_000,
  silent: false,
  problems: [],
  links: [toLink('work', 'http://localhost:8080/rest/agent/host-a-agent/work')],
};
/** Header of a response without work that tells the agent to fetch its inventory. See rule agents-5. */
const INVENTORY_CHANGED = 'X-Inventory-Changed';
const SYNC_EXAMPLE: AgentInventory = { resources: [], schedules: [], driftDefinitions: [] };
const WORK_EXAMPLE: AgentWork = {
  id: 13301,
  kind: 'cancel',
  resourceId: 10077,
  created: 1_772_899_508_000,
  timeout: undefined,
  operation: undefined,
  create: undefined,
  cancel: { workId: 13300 },
};

/** See rules agents-2, agents-4, agents-5. */
@ApiTags('agent')
@Addition()
@Controller('rest/agent/:name')
export class AgentController {
  constructor(
    private readonly agents: AgentService,
    private readonly work: AgentWorkService,
    private readonly authenticator: Authenticator,
    private readonly metrics: ServiceMetrics,
  ) {}

  @Put()
  @Operation('Register an agent; the first account to register a name owns it', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', Agent, {
      title: 'Agent',
      example: AGENT_EXAMPLE,
      otherStatuses: { 201: 'Agent that was not registered before' },
    }),
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  registerAgent(
    @Param('name') name: string,
    @RecordBody(AgentRegistration, { description: 'Registration of the agent', example: { version: '2.1' } })
    body: SentBody<AgentRegistration>,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse<Agent>> {
    return this.agents.register(name, body, caller);
  }

  @Get()
  @Operation('Get an agent', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', Agent, { title: 'Agent', example: AGENT_EXAMPLE }),
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  getAgent(@Param('name') name: string, @Caller() caller: CallerIdentity): Promise<Agent> {
    return this.agents.read(name, caller);
  }

  @Get('sync')
  @Operation('Get the resources of an agent, their schedules and drift definitions', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', AgentInventory, { title: 'Inventory of an agent', example: SYNC_EXAMPLE, gzip: true }),
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  syncAgent(@Param('name') name: string, @Caller() caller: CallerIdentity): Promise<AgentInventory> {
    return this.agents.sync(name, caller);
  }

  @Get('work')
  @Operation('Take work for an agent; returned again until it is started', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', [AgentWork], { title: 'Work', example: [WORK_EXAMPLE], cacheControl: 'no-store' }),
    errors: ['agent_not_found', 'agent_forbidden', 'too_many_polls'],
  })
  async takeWork(
    @Param('name') name: string,
    @RequestQuery(AgentWorkQuery) query: AgentWorkQuery,
    @Caller() caller: CallerIdentity,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentWork[]> {
    startPoll(request, this.metrics);
    const ended = new AbortController();
    // Called directly instead of through the gateway, which ends the polls of its callers, and whose identities are
    // valid for one request.
    const stop =
      request.headers.authorization === undefined
        ? undefined
        : this.authenticator.watch(request, (refusal) => ended.abort(refusal));
    try {
      const { work, isInventoryChanged } = await this.work.take(name, query, caller, {
        isGone: () => request.socket.destroyed,
        ended: ended.signal,
      });
      if (isInventoryChanged) response.setHeader(INVENTORY_CHANGED, 'true');
      return work;
    } finally {
      stop?.();
    }
  }

  @Get('work/:id/content')
  @Operation('Download the content of a resource to create', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: content('application/octet-stream', 'The bytes', { type: 'string', format: 'binary' }),
    errors: ['agent_not_found', 'agent_forbidden', 'agent_work_not_found'],
  })
  async readWorkContent(
    @Param('name') name: string,
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Res() response: Response,
  ): Promise<void> {
    await sendBytes(response, await this.work.openContent(name, id, caller));
  }

  @Put('work/:id')
  @Operation('Report the progress of work', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: nothing('Stored, even if it changes nothing'),
    errors: ['agent_not_found', 'agent_forbidden', 'agent_work_not_found', 'agent_work_ended'],
  })
  reportWork(
    @Param('name') name: string,
    @PathId() id: number,
    @RecordBody(WorkReport, {
      description: 'Status of the execution',
      example: { state: 'success', time: 1_772_899_509_100, result: { operationResult: 'done' } },
    })
    body: SentBody<WorkReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    return this.work.report(name, id, body, caller);
  }
}

const LISTED_AGENT_EXAMPLE: ListedAgent = {
  name: 'node-001',
  version: '1.4.0',
  hostname: 'node-001.example.test',
  registered: 1_772_800_000_000,
  lastSeen: 1_772_899_507_001,
  silent: false,
  problems: ['cannot read file systems: it does not respond within 10 s'],
  hostId: 10001,
  hostName: 'node-001',
  hostStatus: 'COMMITTED',
};

/** See rule agents-11. */
@ApiTags('agent')
@Addition()
@Controller('rest/agents')
export class AgentListController {
  constructor(private readonly agents: AgentService) {}

  @Get()
  @Operation('List agents with their machines, longest silent first by default', {
    description: 'Lists agents whose machines you can see.',
    access: 'authenticated',
    returns: result('agent', [ListedAgent], { title: 'Agents', example: [LISTED_AGENT_EXAMPLE], gzip: true }),
  })
  listAgents(
    @RequestQuery(AgentListQuery) query: AgentListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ListedAgent>> {
    return this.agents.list(query, caller);
  }
}

/** See rule agents-9. */
@ApiTags('agent')
@Addition()
@Controller('rest/agent/:name/plugins')
export class AgentPluginsController {
  constructor(private readonly plugins: AgentPlugins) {}

  @Get()
  @Operation('List the enabled plugins', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', [AgentPlugin], {
      title: 'Plugins for agents',
      example: [{ name: 'AcmeGateway', version: '1.4.0', md5: '9e107d9d372bb6826bd81d3542a419d6' }],
    }),
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  listAgentPlugins(@Param('name') name: string, @Caller() caller: CallerIdentity): Promise<AgentPlugin[]> {
    return this.plugins.list(name, caller);
  }

  @Get(':plugin')
  @Operation('Download the package of a plugin', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent', plugin: 'Name of the plugin' },
    returns: content('application/octet-stream', 'The package', { type: 'string', format: 'binary' }),
    errors: ['agent_not_found', 'agent_forbidden', 'plugin_not_found'],
  })
  async readAgentPlugin(
    @Param('name') name: string,
    @Param('plugin') plugin: string,
    @Caller() caller: CallerIdentity,
    @Res() response: Response,
  ): Promise<void> {
    await sendBytes(response, await this.plugins.open(name, plugin, caller));
  }
}

/** Streams a content unchanged, until the client disconnects. */
async function sendBytes(response: Response, content: Pick<ContentReader, 'length' | 'stream'>): Promise<void> {
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('Content-Length', content.length);
  response.setHeader('Cache-Control', 'no-store');
  await pipeline(content.stream(), response).catch((error: Error) => response.destroy(error));
}
