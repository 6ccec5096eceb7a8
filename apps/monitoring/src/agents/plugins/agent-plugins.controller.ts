import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { AgentPlugin } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { Produces, listOf } from '@wardstone/media-types';
import type { Response } from 'express';
import { OfAgent } from '../of-agent.decorator';
import { sendBytes } from '../send-bytes';
import { AgentPlugins } from './agent-plugins.service';

/** See rule agents-9. */
@ApiTags('agent')
@Controller('rest/agent/:name/plugins')
export class AgentPluginsController {
  constructor(private readonly plugins: AgentPlugins) {}

  @Get()
  @OfAgent()
  @Produces(['json'], listOf(AgentPlugin), {
    title: 'Plugins for agents',
    example: [{ name: 'AcmeGateway', version: '1.4.0', md5: '9e107d9d372bb6826bd81d3542a419d6' }],
  })
  @ApiOperation({ operationId: 'listAgentPlugins', summary: 'The enabled plugins' })
  list(@Param('name') name: string, @Caller() caller: CallerIdentity): Promise<AgentPlugin[]> {
    return this.plugins.list(name, caller);
  }

  @Get(':plugin')
  @OfAgent()
  @ApiParam({ name: 'plugin', description: 'Name of the plugin', schema: { type: 'string' } })
  @ApiErrors(MonitoringError.plugin_not_found)
  @ApiOkResponse({
    description: 'The package',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiOperation({ operationId: 'readAgentPlugin', summary: 'The package of a plugin' })
  async read(
    @Param('name') name: string,
    @Param('plugin') plugin: string,
    @Caller() caller: CallerIdentity,
    @Res() response: Response,
  ): Promise<void> {
    await sendBytes(response, await this.plugins.open(name, plugin, caller));
  }
}
