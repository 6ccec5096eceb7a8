import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Operation } from '@wardstone/bootstrap';
import {
  BooleanValue,
  ContentPluginQuery,
  PluginEnablementQuery,
  PluginListQuery,
  PluginPackageQuery,
  PluginPushQuery,
  PluginRest,
  StringValue,
} from '@wardstone/dto/monitoring';
import { HandlerResponse, IfMatch, type ListPage, type Parsed, Precondition, result } from '@wardstone/media-types';
import { form, orRecord, ParsedParameters, RequestParameters } from '../api/form-body.interceptor';
import { RequestQuery } from '../api/request-query.decorator';
import { PluginDeployment } from './plugin-deployment.service';
import { PluginPush } from './plugin-push.service';
import { PluginsService } from './plugins.service';

const ID = { description: 'Id of the plugin', schema: { type: 'integer', format: 'int32' } } as const;
const EXAMPLE_PLUGIN: PluginRest = {
  id: 10031,
  name: 'AcmeGateway',
  displayName: 'Acme Gateway',
  version: '1.4.0',
  enabled: true,
  status: 'INSTALLED',
  links: [],
};
const ONE_PLUGIN = { title: 'Plugin', example: EXAMPLE_PLUGIN };
const NEW_PLUGINS = { title: 'New plugins', example: [EXAMPLE_PLUGIN] };
const REFUSED_PACKAGE = ['invalid_query', 'content_not_found', 'plugin_invalid', 'plugin_being_deleted'] as const;

@ApiTags('plugins')
@Addition()
@Controller('rest/plugins')
export class PluginsController {
  constructor(
    private readonly plugins: PluginsService,
    private readonly deployment: PluginDeployment,
    private readonly pushes: PluginPush,
  ) {}

  @Get()
  @Operation('List plugins by id', {
    access: 'MANAGE_SETTINGS',
    returns: result('resourceType', [PluginRest], { title: 'Plugins', example: [EXAMPLE_PLUGIN] }),
  })
  listPlugins(@RequestQuery(PluginListQuery) query: PluginListQuery): Promise<ListPage<PluginRest>> {
    return this.plugins.list(query);
  }

  @Post()
  @Operation('Register uploaded content and waiting packages as plugins', {
    description: 'Returns 201 for a new plugin, 200 after an upgrade or a repeat. The content is kept.',
    access: 'MANAGE_SETTINGS',
    body: form(PluginPackageQuery),
    returns: result('resourceType', [PluginRest], {
      ...NEW_PLUGINS,
      otherStatuses: { 201: 'A new plugin; Location has its URL' },
    }),
    errors: REFUSED_PACKAGE,
  })
  addPlugin(
    @RequestParameters(PluginPackageQuery) parameters: PluginPackageQuery,
  ): Promise<HandlerResponse<readonly PluginRest[]>> {
    return this.deployment.add(parameters);
  }

  @Put()
  @Operation('Register plugins; alias of POST for older clients, always returns 200', {
    access: 'MANAGE_SETTINGS',
    body: form(PluginPackageQuery),
    returns: result('resourceType', [PluginRest], {
      ...NEW_PLUGINS,
      title: 'The new plugins, including that of the content',
    }),
    errors: REFUSED_PACKAGE,
  })
  putPlugin(@RequestParameters(PluginPackageQuery) parameters: PluginPackageQuery): Promise<readonly PluginRest[]> {
    return this.deployment.put(parameters);
  }

  @Post('deploy')
  @Operation('Notify connected agents to fetch the enabled plugins', {
    access: 'MANAGE_SETTINGS',
    body: form(PluginPushQuery),
    returns: result('resourceType', StringValue, {
      title: 'Handle of the push',
      example: { value: '3f0c8f5e-6a7f-4b1c' },
    }),
    errors: ['invalid_query', 'plugin_push_scheduled'],
  })
  async pushPlugins(
    @RequestParameters(PluginPushQuery) { delay }: PluginPushQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<StringValue> {
    return { value: await this.pushes.schedule(delay, caller.username) };
  }

  @Get('deploy/:handle')
  @Operation('Get whether agents have been notified of plugins; true for unknown handles', {
    access: 'MANAGE_SETTINGS',
    path: { handle: 'Handle of the push' },
    returns: result('resourceType', BooleanValue, { title: 'Whether the push has ended', example: { value: true } }),
  })
  async getPluginPush(@Param('handle') handle: string): Promise<BooleanValue> {
    return { value: await this.pushes.isFinished(handle) };
  }

  @Get(':id')
  @Operation('Get a plugin, including deleted ones until they are erased', {
    access: 'MANAGE_SETTINGS',
    path: { id: ID },
    returns: result('resourceType', PluginRest, ONE_PLUGIN),
    errors: ['plugin_not_found'],
  })
  getPlugin(@Param('id') id: string): Promise<PluginRest> {
    return this.plugins.read(id);
  }

  @Put(':id')
  @Operation('Enable or disable a plugin; its types and resources stay', {
    access: 'MANAGE_SETTINGS',
    path: { id: ID },
    body: [form(PluginEnablementQuery), orRecord(PluginRest)],
    returns: result('resourceType', PluginRest, { ...ONE_PLUGIN, showsTarget: true }),
    errors: ['plugin_not_found', 'invalid_query', 'plugin_dependency_conflict'],
  })
  enablePlugin(
    @Param('id') id: string,
    @ParsedParameters(PluginEnablementQuery) parameters: Parsed<PluginEnablementQuery>,
    @IfMatch() precondition: Precondition,
  ): Promise<PluginRest> {
    return this.plugins.setEnabled(id, parameters, precondition);
  }

  @Post(':id')
  @Operation('Enable or disable a plugin; alias of PUT for older clients', {
    access: 'MANAGE_SETTINGS',
    path: { id: ID },
    body: [form(PluginEnablementQuery), orRecord(PluginRest)],
    returns: result('resourceType', PluginRest, { ...ONE_PLUGIN, showsTarget: true }),
    errors: ['plugin_not_found', 'invalid_query', 'plugin_dependency_conflict'],
  })
  postPlugin(
    @Param('id') id: string,
    @ParsedParameters(PluginEnablementQuery) parameters: Parsed<PluginEnablementQuery>,
    @IfMatch() precondition: Precondition,
  ): Promise<PluginRest> {
    return this.plugins.setEnabled(id, parameters, precondition);
  }

  @Delete(':id')
  @Operation('Delete a plugin with its types and their resources', {
    access: 'MANAGE_SETTINGS',
    path: { id: ID },
    body: form(),
    returns: result('resourceType', PluginRest, { ...ONE_PLUGIN, example: { ...EXAMPLE_PLUGIN, status: 'DELETED' } }),
    errors: ['plugin_not_found', 'plugin_built_in', 'plugin_dependency_conflict'],
  })
  deletePlugin(@Param('id') id: string, @IfMatch() precondition: Precondition): Promise<PluginRest> {
    return this.plugins.remove(id, precondition);
  }
}

@ApiTags('content')
@Controller('rest/content')
export class ContentPluginsController {
  constructor(private readonly deployment: PluginDeployment) {}

  @Put(':handle/plugins')
  @Operation('Deploy uploaded content as a plugin', {
    description: 'Requires MANAGE_SETTINGS. The content is kept. Without scan, the plugin waits for the next scan.',
    access: 'authenticated',
    path: { handle: 'Handle of the uploaded content' },
    body: form(ContentPluginQuery),
    returns: ApiResponse({
      status: 200,
      description: 'The plugin is in the drop box, and registered if requested; no body',
    }),
    status: 200,
    errors: ['insufficient_scope', ...REFUSED_PACKAGE],
  })
  deployContentAsPlugin(
    @Caller() caller: CallerIdentity,
    @Param('handle') handle: string,
    @RequestParameters(ContentPluginQuery) parameters: ContentPluginQuery,
  ): Promise<void> {
    return this.deployment.deploy(caller, handle, parameters);
  }
}
