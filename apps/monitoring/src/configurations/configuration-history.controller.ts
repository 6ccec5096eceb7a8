import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import {
  ConfigurationChange,
  ConfigurationChangeQuery,
  ConfigurationDifference,
  ConfigurationDifferenceQuery,
} from '@wardstone/dto/monitoring';
import { type ListPage, result } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
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
  @Operation('List the changes of a configuration', {
    description:
      'Changed properties with their values before and after, newest first, from the last 200 versions. Requires CONFIGURE_READ.',
    access: 'authenticated',
    returns: result('resource', [ConfigurationChange], {
      title: 'Changes of the configuration',
      example: [CHANGE],
      gzip: true,
    }),
    errors: ['resource_not_found', 'resource_forbidden', 'too_many_heavy_requests'],
  })
  listConfigurationChanges(
    @PathId() id: number,
    @RequestQuery(ConfigurationChangeQuery) query: ConfigurationChangeQuery,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<ListPage<ConfigurationChange>> {
    return this.history.listChanges(id, query, caller, client);
  }

  @Get(':id/configuration/differences')
  @Operation('Compare two configurations', {
    description:
      'Lists the properties that differ between this resource and another one, or between two times. Requires CONFIGURE_READ on both.',
    access: 'authenticated',
    returns: result('resource', [ConfigurationDifference], { title: 'Differences', example: [DIFFERENCE], gzip: true }),
    errors: ['resource_not_found', 'resource_forbidden', 'too_many_heavy_requests'],
  })
  listConfigurationDifferences(
    @PathId() id: number,
    @RequestQuery(ConfigurationDifferenceQuery) query: ConfigurationDifferenceQuery,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<ListPage<ConfigurationDifference>> {
    return this.history.listDifferences(id, query, caller, client);
  }
}
