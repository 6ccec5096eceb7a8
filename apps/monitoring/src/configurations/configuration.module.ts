import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { ConfigurationHistoryController } from './configuration-history.controller';
import { ConfigurationHistoryQueries } from './configuration-history.queries';
import { ConfigurationHistoryService } from './configuration-history.service';
import { FileChangeController } from './file-change.controller';
import { FileChangeQueries } from './file-change.queries';
import { FileChangeService } from './file-change.service';
import { PackageController } from './package.controller';
import { PackageQueries } from './package.queries';
import { PackageService } from './package.service';

/** Changes and differences of hosts' configurations and watched files, and their installed packages. */
@Module({
  imports: [AuthorizationModule],
  controllers: [PackageController, ConfigurationHistoryController, FileChangeController],
  providers: [
    PackageService,
    PackageQueries,
    ConfigurationHistoryService,
    ConfigurationHistoryQueries,
    FileChangeService,
    FileChangeQueries,
  ],
})
export class ConfigurationModule {}
