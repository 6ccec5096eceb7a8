import { Module } from '@nestjs/common';
import { ConditionReader } from './definitions/condition-reader';
import { ConditionController } from './definitions/condition.controller';
import { ConditionService } from './definitions/condition.service';
import { DefinitionLocations } from './definitions/definition-locations';
import { DefinitionRecords } from './definitions/definition-records';
import { DefinitionController } from './definitions/definition.controller';
import { DefinitionQueries } from './definitions/definition.queries';
import { DefinitionService } from './definitions/definition.service';
import { NotificationController } from './definitions/notification.controller';
import { NotificationService } from './definitions/notification.service';
import { TemplateJobs } from './definitions/template-jobs.service';
import { TemplateQueries } from './definitions/template.queries';
import { TemplateService } from './definitions/template.service';
import { ProgressQueries } from './engine/progress.queries';
import { SenderController } from './senders/sender.controller';
import { SenderService } from './senders/sender.service';

@Module({
  controllers: [DefinitionController, ConditionController, NotificationController, SenderController],
  providers: [
    DefinitionService,
    DefinitionRecords,
    DefinitionLocations,
    DefinitionQueries,
    ConditionService,
    ConditionReader,
    NotificationService,
    SenderService,
    TemplateService,
    TemplateQueries,
    TemplateJobs,
    ProgressQueries,
  ],
})
export class AlertsModule {}
