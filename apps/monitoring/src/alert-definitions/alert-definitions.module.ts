import { Module } from '@nestjs/common';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { AuthorizationModule } from '../authorization/authorization.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { PluginsModule } from '../plugins/plugins.module';
import { InventoryModule } from '../resources/inventory.module';
import { AlertDefinitionRecords } from './alert-definition-records';
import { AlertDefinitionController } from './alert-definition.controller';
import { AlertDefinitionQueries } from './alert-definition.queries';
import { AlertDefinitionService } from './alert-definition.service';
import { BuiltInDefinitionQueries } from './built-in/built-in-definitions.queries';
import { BuiltInDefinitions } from './built-in/built-in-definitions.service';
import { ConditionService } from './condition.service';
import { DefinitionEscalationQueries } from './definition-escalation.queries';
import { DefinitionEscalationService } from './definition-escalation.service';
import { ConditionController, NotificationController } from './definition-parts.controller';
import { ExpressionLimits } from './expression-limits.service';
import { NotificationTestController } from './notification-test.controller';
import { NotificationTestService } from './notification-test.service';
import { NotificationService } from './notification.service';
import { ConditionReader } from './part-readers';
import { TemplateQueries } from './template.queries';
import { TemplateService } from './template.service';
import { DryRunController } from './dry-run/dry-run.controller';
import { DryRunService } from './dry-run/dry-run.service';

/**
 * Alert definitions with conditions and notifications, and their copies from templates of groups and types to
 * resources.
 */
@Module({
  // Built-in definitions are stored after plugins, to whose types they belong.
  imports: [PluginsModule, AuthorizationModule, InventoryModule, AlertEngineModule, NotificationsModule],
  // Literal paths come before those with names.
  controllers: [
    AlertDefinitionController,
    ConditionController,
    NotificationController,
    NotificationTestController,
    DryRunController,
  ],
  providers: [
    AlertDefinitionService,
    AlertDefinitionRecords,
    AlertDefinitionQueries,
    BuiltInDefinitions,
    BuiltInDefinitionQueries,
    ConditionService,
    ConditionReader,
    DryRunService,
    DefinitionEscalationService,
    DefinitionEscalationQueries,
    ExpressionLimits,
    NotificationService,
    NotificationTestService,
    TemplateService,
    TemplateQueries,
  ],
  exports: [AlertDefinitionService, AlertDefinitionRecords, ConditionReader, DefinitionEscalationService],
})
export class AlertDefinitionsModule {}
