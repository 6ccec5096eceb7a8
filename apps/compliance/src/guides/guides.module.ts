import { Module } from '@nestjs/common';
import { FrameworksModule } from '../frameworks/frameworks.module';
import { GuideChangesController } from './guide-changes.controller';
import { GuideChangesQueries } from './guide-changes.queries';
import { GuideChangesService } from './guide-changes.service';
import { GuideDocumentsQueries } from './guide-documents.queries';
import { GuideDocumentsService } from './guide-documents.service';
import { GuideImportQueries } from './guide-import.queries';
import { GuideImportService } from './guide-import.service';
import { GuidePartsQueries } from './guide-parts.queries';
import { GuidePartsService } from './guide-parts.service';
import { ProfilesController } from './profiles.controller';
import { ProfilesQueries } from './profiles.queries';
import { ProfilesService } from './profiles.service';
import {
  ProfileRulesController,
  RuleGroupsController,
  RulesController,
  ValueDefinitionsController,
} from './guide-parts.controller';
import { RuleTreesController } from './rule-trees.controller';
import { RuleTreesQueries } from './rule-trees.queries';
import { RuleTreesService } from './rule-trees.service';
import { RulesService } from './rules.service';
import { SecurityGuidesController } from './security-guides.controller';
import { SecurityGuidesQueries } from './security-guides.queries';
import { SecurityGuidesService } from './security-guides.service';

/** Security guides with profiles, rules, groups and trees, value definitions. */
@Module({
  imports: [FrameworksModule],
  controllers: [
    SecurityGuidesController,
    ProfilesController,
    RulesController,
    ProfileRulesController,
    RuleGroupsController,
    ValueDefinitionsController,
    RuleTreesController,
    GuideChangesController,
  ],
  providers: [
    GuideChangesQueries,
    GuideChangesService,
    GuideDocumentsQueries,
    GuideDocumentsService,
    GuideImportQueries,
    GuideImportService,
    GuidePartsQueries,
    GuidePartsService,
    ProfilesQueries,
    ProfilesService,
    RuleTreesQueries,
    RuleTreesService,
    RulesService,
    SecurityGuidesQueries,
    SecurityGuidesService,
  ],
  exports: [GuideDocumentsService, GuideImportService, RuleTreesService],
})
export class GuidesModule {}
