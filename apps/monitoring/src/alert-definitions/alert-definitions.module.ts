import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { InventoryModule } from '../resources/inventory.module';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { OnCallQueries } from '../on-call/on-call.queries';
import { AlertDefinitionRecords } from './alert-definition-records';
import { AlertDefinitionController } from './alert-definition.controller';
import { AlertDefinitionQueries } from './alert-definition.queries';
import { AlertDefinitionService } from './alert-definition.service';
import { ConditionReader } from './part-readers';
import { ConditionController, NotificationController } from './definition-parts.controller';
import { ConditionService } from './condition.service';
import { NotificationService } from './notification.service';
import { RuleStateQueries } from '../alert-engine/rule-state.queries';
import { TemplateQueries } from './template.queries';
import { TemplateService } from './template.service';

/** Alert definitions with their conditions and notifications, and what templates of groups and types copy to resources. */
@Module({
  imports: [AuthorizationModule, InventoryModule, AlertEngineModule],
  // Literal paths come before those with names.
  controllers: [AlertDefinitionController, ConditionController, NotificationController],
  providers: [
    AlertDefinitionService,
    AlertDefinitionRecords,
    AlertDefinitionQueries,
    ConditionService,
    ConditionReader,
    NotificationService,
    TemplateService,
    TemplateQueries,
    RuleStateQueries,
    OnCallQueries,
  ],
  exports: [AlertDefinitionService, AlertDefinitionRecords, ConditionReader, NotificationService],
})
export class AlertDefinitionsModule {}
