import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { ConfigurationHistoryController } from './configuration-history.controller';
import { ConfigurationHistoryQueries } from './configuration-history.queries';
import { ConfigurationHistoryService } from './configuration-history.service';
import { PackageController } from './package.controller';
import { PackageQueries } from './package.queries';
import { PackageService } from './package.service';

/** Changes and differences of hosts' configurations, and their installed packages. */
@Module({
  imports: [AuthorizationModule],
  controllers: [PackageController, ConfigurationHistoryController],
  providers: [PackageService, PackageQueries, ConfigurationHistoryService, ConfigurationHistoryQueries],
})
export class ConfigurationModule {}
