import { Module } from '@nestjs/common';
import { GuidesModule } from '../guides/guides.module';
import { TailoringFilesController } from './tailoring-files.controller';
import { TailoringFilesQueries } from './tailoring-files.queries';
import { TailoringFilesService } from './tailoring-files.service';
import { TailoringRulesQueries } from './tailoring-rules.queries';
import { TailoringRulesService } from './tailoring-rules.service';
import { TailoringRulesController, TailoringsController } from './tailorings.controller';
import { TailoringsQueries } from './tailorings.queries';
import { TailoringsService } from './tailorings.service';

@Module({
  imports: [GuidesModule],
  controllers: [TailoringsController, TailoringRulesController, TailoringFilesController],
  providers: [
    TailoringsService,
    TailoringsQueries,
    TailoringRulesService,
    TailoringRulesQueries,
    TailoringFilesService,
    TailoringFilesQueries,
  ],
  exports: [TailoringFilesService],
})
export class TailoringsModule {}
