import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import { InstalledPackage, InstalledPackageQuery } from '@wardstone/dto/monitoring';
import { type ListPage, result } from '@wardstone/media-types';
import { RequestQuery } from '../api/request-query.decorator';
import { PackageService } from './package.service';

const EXAMPLE: InstalledPackage = {
  hostId: 10001,
  hostName: 'web-1',
  name: 'openssl',
  architecture: null,
  version: '3.0.11-1~deb12u2',
  format: 'deb',
};

/** See rule agents-20. */
@ApiTags('resource')
@Addition()
@Controller('rest/package')
export class PackageController {
  constructor(private readonly packages: PackageService) {}

  @Get()
  @Operation('Find hosts by installed packages', {
    description:
      'Finds hosts whose agents report packages (`AGENT_CONFIGURATION=packages`), by name and version of an installed package. Versions are compared as dpkg or rpm does. Requires CONFIGURE_READ.',
    access: 'CONFIGURE_READ',
    returns: result('resource', [InstalledPackage], { title: 'Installed packages', example: [EXAMPLE], gzip: true }),
    errors: ['invalid_query', 'too_many_heavy_requests'],
  })
  listInstalledPackages(
    @RequestQuery(InstalledPackageQuery) query: InstalledPackageQuery,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<ListPage<InstalledPackage>> {
    return this.packages.list(query, caller, client);
  }
}
