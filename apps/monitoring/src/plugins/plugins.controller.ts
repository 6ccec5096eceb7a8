import { applyDecorators, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags, ApiResponse } from '@nestjs/swagger';
import { Caller, type CallerIdentity, RequirePermission, Authenticated } from '@wardstone/auth';
import {
  BooleanValue,
  PluginEnablementQuery,
  PluginListQuery,
  PluginPackageQuery,
  PluginPushQuery,
  PluginRest,
  StringValue,
  ContentPluginQuery,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError, CommonError } from '@wardstone/errors';
import {
  Answer,
  IfMatch,
  listOf,
  type ListPage,
  one,
  type Parsed,
  Precondition,
  Produces,
} from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { OrRecord, ParsedParameters, RequestParameters, TakesForm } from '../api/form-body.interceptor';
import { RequestQuery } from '../api/request-query.decorator';
import { PluginDeployment } from './plugin-deployment.service';
import { PluginPush } from './plugin-push.service';
import { PluginsService } from './plugins.service';

const ID = { name: 'id', description: 'Id of the plugin', schema: { type: 'integer', format: 'int32' } };
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
const REFUSED_PACKAGE = [
  MonitoringError.invalid_query,
  MonitoringError.content_not_found,
  MonitoringError.plugin_invalid,
  MonitoringError.plugin_being_deleted,
];

/** Declaration of PUT and its alias. */
const EnablesPlugin = (operationId: string, summary: string): MethodDecorator =>
  applyDecorators(
    TakesForm(PluginEnablementQuery),
    OrRecord(PluginRest),
    Produces('resourceType', one(PluginRest), { ...ONE_PLUGIN, showsTarget: true }),
    ApiParam(ID),
    ApiOperation({ operationId, summary }),
    ApiErrors(
      MonitoringError.plugin_not_found,
      MonitoringError.invalid_query,
      MonitoringError.plugin_dependency_conflict,
    ),
  );

@ApiTags('plugins')
@Addition()
@Controller('rest/plugins')
@RequirePermission('MANAGE_SETTINGS')
export class PluginsController {
  constructor(
    private readonly plugins: PluginsService,
    private readonly deployment: PluginDeployment,
    private readonly pushes: PluginPush,
  ) {}

  @Get()
  @Produces('resourceType', listOf(PluginRest), { title: 'Plugins', example: [EXAMPLE_PLUGIN] })
  @ApiOperation({ operationId: 'listPlugins', summary: 'List plugins by id' })
  listPlugins(@RequestQuery(PluginListQuery) query: PluginListQuery): Promise<ListPage<PluginRest>> {
    return this.plugins.list(query);
  }

  @Post()
  @TakesForm(PluginPackageQuery)
  @Produces('resourceType', listOf(PluginRest), {
    ...NEW_PLUGINS,
    otherStatuses: { 201: 'A new plugin; Location has its URL' },
  })
  @ApiOperation({
    operationId: 'addPlugin',
    summary: 'Register uploaded content and waiting packages as plugins',
    description: 'Returns 201 for a new plugin, 200 after an upgrade or a repeat. The content is kept.',
  })
  @ApiErrors(...REFUSED_PACKAGE)
  addPlugin(
    @RequestParameters(PluginPackageQuery) parameters: PluginPackageQuery,
  ): Promise<Answer<readonly PluginRest[]>> {
    return this.deployment.add(parameters);
  }

  @Put()
  @TakesForm(PluginPackageQuery)
  @Produces('resourceType', listOf(PluginRest), { ...NEW_PLUGINS, title: 'New plugins, and that of the content' })
  @ApiOperation({
    operationId: 'putPlugin',
    summary: 'Register plugins; alias of POST for older clients, always returns 200',
  })
  @ApiErrors(...REFUSED_PACKAGE)
  putPlugin(@RequestParameters(PluginPackageQuery) parameters: PluginPackageQuery): Promise<readonly PluginRest[]> {
    return this.deployment.put(parameters);
  }

  @Post('deploy')
  @TakesForm(PluginPushQuery)
  @Produces('resourceType', one(StringValue), { title: 'Handle of the push', example: { value: '3f0c8f5e-6a7f-4b1c' } })
  @ApiOperation({ operationId: 'pushPlugins', summary: 'Notify connected agents to fetch the enabled plugins' })
  @ApiErrors(MonitoringError.invalid_query, MonitoringError.plugin_push_scheduled)
  async pushPlugins(
    @RequestParameters(PluginPushQuery) { delay }: PluginPushQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<StringValue> {
    return { value: await this.pushes.schedule(delay, caller.username) };
  }

  @Get('deploy/:handle')
  @Produces('resourceType', one(BooleanValue), { title: 'Whether the push has ended', example: { value: true } })
  @ApiParam({ name: 'handle', description: 'Handle of the push', schema: { type: 'string' }, required: true })
  @ApiOperation({
    operationId: 'getPluginPush',
    summary: 'Get whether agents have been notified of plugins; true for unknown handles',
  })
  async getPluginPush(@Param('handle') handle: string): Promise<BooleanValue> {
    return { value: await this.pushes.isFinished(handle) };
  }

  @Get(':id')
  @Produces('resourceType', one(PluginRest), ONE_PLUGIN)
  @ApiParam(ID)
  @ApiOperation({ operationId: 'getPlugin', summary: 'Get a plugin, including deleted ones until they are erased' })
  @ApiErrors(MonitoringError.plugin_not_found)
  getPlugin(@Param('id') id: string): Promise<PluginRest> {
    return this.plugins.read(id);
  }

  @Put(':id')
  @EnablesPlugin('enablePlugin', 'Enable or disable a plugin; its types and resources stay')
  enablePlugin(
    @Param('id') id: string,
    @ParsedParameters(PluginEnablementQuery) parameters: Parsed<PluginEnablementQuery>,
    @IfMatch() precondition: Precondition,
  ): Promise<PluginRest> {
    return this.plugins.setEnabled(id, parameters, precondition);
  }

  @Post(':id')
  @EnablesPlugin('postPlugin', 'Enable or disable a plugin; alias of PUT for older clients')
  postPlugin(
    @Param('id') id: string,
    @ParsedParameters(PluginEnablementQuery) parameters: Parsed<PluginEnablementQuery>,
    @IfMatch() precondition: Precondition,
  ): Promise<PluginRest> {
    return this.plugins.setEnabled(id, parameters, precondition);
  }

  @Delete(':id')
  @TakesForm()
  @Produces('resourceType', one(PluginRest), { ...ONE_PLUGIN, example: { ...EXAMPLE_PLUGIN, status: 'DELETED' } })
  @ApiParam(ID)
  @ApiOperation({ operationId: 'deletePlugin', summary: 'Delete a plugin with its types and their resources' })
  @ApiErrors(
    MonitoringError.plugin_not_found,
    MonitoringError.plugin_built_in,
    MonitoringError.plugin_dependency_conflict,
  )
  deletePlugin(@Param('id') id: string, @IfMatch() precondition: Precondition): Promise<PluginRest> {
    return this.plugins.remove(id, precondition);
  }
}

@ApiTags('content')
@Controller('rest/content')
export class ContentPluginsController {
  constructor(private readonly deployment: PluginDeployment) {}

  @Put(':handle/plugins')
  @HttpCode(200)
  @Authenticated()
  @TakesForm(ContentPluginQuery)
  @ApiParam({ name: 'handle', description: 'Handle of the uploaded content' })
  @ApiResponse({ status: 200, description: 'The plugin is in the drop box, and registered if requested; no body' })
  @ApiOperation({
    operationId: 'deployContentAsPlugin',
    summary: 'Deploy uploaded content as a plugin',
    description: 'Requires MANAGE_SETTINGS. The content is kept. Without scan, the plugin waits for the next scan.',
  })
  @ApiErrors(CommonError.insufficient_scope, ...REFUSED_PACKAGE)
  deploy(
    @Caller() caller: CallerIdentity,
    @Param('handle') handle: string,
    @RequestParameters(ContentPluginQuery) parameters: ContentPluginQuery,
  ): Promise<void> {
    return this.deployment.deploy(caller, handle, parameters);
  }
}
