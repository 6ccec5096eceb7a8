import { Controller, HttpCode, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { ContentPluginQuery } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { RequestParameters, TakesForm } from '../api/form-body.interceptor';
import { PluginDeployment } from './plugin-deployment.service';

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
  @ApiErrors(
    MonitoringError.invalid_query,
    MonitoringError.content_not_found,
    CommonError.insufficient_scope,
    MonitoringError.plugin_invalid,
    MonitoringError.plugin_being_deleted,
  )
  deploy(
    @Caller() caller: CallerIdentity,
    @Param('handle') handle: string,
    @RequestParameters(ContentPluginQuery) parameters: ContentPluginQuery,
  ): Promise<void> {
    return this.deployment.deploy(caller, handle, parameters);
  }
}
