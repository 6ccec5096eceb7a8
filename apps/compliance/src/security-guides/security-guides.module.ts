import { Module } from '@nestjs/common';
import { GuideImportQueries } from './guide-import.queries';
import { GuideImportService } from './guide-import.service';
import { ProfilesController } from './profiles.controller';
import { ProfilesQueries } from './profiles.queries';
import { ProfilesService } from './profiles.service';
import { SecurityGuidesController } from './security-guides.controller';
import { SecurityGuidesQueries } from './security-guides.queries';
import { SecurityGuidesService } from './security-guides.service';

@Module({
  controllers: [SecurityGuidesController, ProfilesController],
  providers: [
    GuideImportQueries,
    GuideImportService,
    ProfilesQueries,
    ProfilesService,
    SecurityGuidesQueries,
    SecurityGuidesService,
  ],
  exports: [ProfilesService, SecurityGuidesService],
})
export class SecurityGuidesModule {}
