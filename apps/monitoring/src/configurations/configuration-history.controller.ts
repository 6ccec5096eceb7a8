import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { type Client, RequestClient } from '@wardstone/bootstrap';
import {
  ConfigurationChange,
  ConfigurationChangeQuery,
  ConfigurationDifference,
  ConfigurationDifferenceQuery,
} from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError } from '@wardstone/errors';
import { listOf, type ListPage, Produces } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { ReadsResource } from '../resources/reads-resource.decorator';
import { ConfigurationHistoryService } from './configuration-history.service';

const CHANGE: ConfigurationChange = {
  version: 10044,
  time: 1_700_000_480_000,
  property: 'openssl',
  before: '3.0.11-1~deb12u2',
  after: '3.0.15-1~deb12u1',
};
const DIFFERENCE: ConfigurationDifference = {
  property: 'net.ipv4.ip_forward',
  value: '0',
  otherValue: '1',
};

/** See rule agents-21. */
@ApiTags('resource')
@Addition()
@Controller('rest/resource')
export class ConfigurationHistoryController {
  constructor(private readonly history: ConfigurationHistoryService) {}

  @Get(':id/configuration/changes')
  @ReadsResource()
  @Produces('resource', listOf(ConfigurationChange), {
    title: 'Changes of the configuration',
    example: [CHANGE],
    gzip: true,
  })
  @ApiErrors(CommonError.too_many_heavy_requests)
  @ApiOperation({
    operationId: 'listConfigurationChanges',
    summary: 'List the changes of a configuration',
    description:
      'Changed properties with their values before and after, newest first, from the last 200 versions. Requires CONFIGURE_READ.',
  })
  listChanges(
    @PathId() id: number,
    @RequestQuery(ConfigurationChangeQuery) query: ConfigurationChangeQuery,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<ListPage<ConfigurationChange>> {
    return this.history.listChanges(id, query, caller, client);
  }

  @Get(':id/configuration/differences')
  @ReadsResource()
  @Produces('resource', listOf(ConfigurationDifference), { title: 'Differences', example: [DIFFERENCE], gzip: true })
  @ApiErrors(CommonError.too_many_heavy_requests)
  @ApiOperation({
    operationId: 'listConfigurationDifferences',
    summary: 'Compare two configurations',
    description:
      'Lists the properties that differ between this resource and another one, or between two times. Requires CONFIGURE_READ on both.',
  })
  listDifferences(
    @PathId() id: number,
    @RequestQuery(ConfigurationDifferenceQuery) query: ConfigurationDifferenceQuery,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<ListPage<ConfigurationDifference>> {
    return this.history.listDifferences(id, query, caller, client);
  }
}
