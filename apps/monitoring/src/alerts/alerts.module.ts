import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import type { ConnectionSettings } from '@wardstone/database';
import { AvailabilityModule } from '../availability/availability.module';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { InventoryModule } from '../resources/inventory.module';
import { ConditionReader } from './definitions/condition-reader';
import { ConditionController } from './definitions/condition.controller';
import { ConditionService } from './definitions/condition.service';
import { DefinitionLocations } from './definitions/definition-locations';
import { AlertDefinitionRecords } from './definitions/alert-definition-records';
import { AlertDefinitionController } from './definitions/alert-definition.controller';
import { AlertDefinitionQueries } from './definitions/alert-definition.queries';
import { AlertDefinitionService } from './definitions/alert-definition.service';
import { NotificationController } from './definitions/notification.controller';
import { NotificationService } from './definitions/notification.service';
import { TemplateQueries } from './definitions/template.queries';
import { TemplateService } from './definitions/template.service';
import { Delivery } from './delivery/delivery.service';
import { DeliveryQueries } from './delivery/delivery.queries';
import { DELIVERY_SETTINGS } from './delivery/delivery-settings';
import type { DeliverySettings } from './delivery/delivery-settings';
import { LogSender } from './delivery/log.sender';
import { DirectEmailSender, SystemRoleSender, SystemUserSender } from './delivery/mail-senders';
import { Mailer } from './delivery/mailer';
import { NotificationTestController } from './delivery/notification-test.controller';
import { NotificationTestService } from './delivery/notification-test.service';
import { OperationTargetQueries } from './delivery/operation-target.queries';
import { OperationSender } from './delivery/operation.sender';
import { RecipientQueries } from './delivery/recipient.queries';
import { SenderDirectory } from './delivery/sender-directory';
import { SnmpSender } from './delivery/snmp.sender';
import { TargetGuard } from './delivery/target-guard';
import { WebhookSender } from './delivery/webhook.sender';
import { DryRunController } from './dry-run/dry-run.controller';
import { DryRunService } from './dry-run/dry-run.service';
import { FactHistoryReader } from './dry-run/fact-history-reader';
import { FactHistoryQueries } from './dry-run/fact-history.queries';
import { StoredNumberReader } from './dry-run/stored-numbers';
import { AlertEngine } from './engine/alert-engine';
import { ALERT_CONNECTION, DefinitionSignals } from './engine/definition-signals';
import { EngineQueries } from './engine/engine.queries';
import { FactSources } from './engine/fact-sources.service';
import { MetricFactQueries } from './engine/metric-fact.queries';
import { MetricFacts } from './engine/metric-facts.service';
import { RuleStateQueries } from './engine/rule-state.queries';
import { WatchedSchedules } from './engine/watched-schedules';
import { AlertExplanations } from './fired/alert-explanations';
import { AlertJobs } from './fired/alert-jobs.service';
import { AlertRecords } from './fired/alert-records';
import { AlertController } from './fired/alert.controller';
import { AlertQueries } from './fired/alert.queries';
import { AlertService } from './fired/alert.service';
import { SenderController } from './senders/sender.controller';
import { SenderService } from './senders/sender.service';

const DELIVERY = [
  Delivery,
  NotificationTestService,
  DeliveryQueries,
  SenderDirectory,
  Mailer,
  RecipientQueries,
  DirectEmailSender,
  SystemUserSender,
  SystemRoleSender,
  TargetGuard,
  WebhookSender,
  SnmpSender,
  LogSender,
  OperationSender,
  OperationTargetQueries,
];

/** Global, because several features tell rules what happens. */
@Module({})
export class AlertsModule {
  /** @param connection of the service's database, for hearing of changes. */
  static forRoot(connection: ConnectionSettings, delivery: DeliverySettings): DynamicModule {
    return {
      module: AlertsModule,
      global: true,
      imports: [InventoryModule, AvailabilityModule, MetricStorageModule],
      // Literal paths come before those with names.
      controllers: [
        AlertDefinitionController,
        ConditionController,
        NotificationController,
        SenderController,
        NotificationTestController,
        DryRunController,
        AlertController,
      ],
      providers: [
        { provide: ALERT_CONNECTION, useValue: connection },
        { provide: DELIVERY_SETTINGS, useValue: delivery },
        AlertDefinitionService,
        AlertDefinitionRecords,
        AlertDefinitionQueries,
        ConditionService,
        ConditionReader,
        DefinitionLocations,
        NotificationService,
        SenderService,
        TemplateService,
        TemplateQueries,
        RuleStateQueries,
        AlertEngine,
        EngineQueries,
        DefinitionSignals,
        WatchedSchedules,
        FactSources,
        MetricFacts,
        MetricFactQueries,
        AlertService,
        AlertRecords,
        AlertJobs,
        AlertExplanations,
        DryRunService,
        FactHistoryReader,
        FactHistoryQueries,
        StoredNumberReader,
        AlertQueries,
        ...DELIVERY,
      ],
      exports: [FactSources],
    };
  }
}
