import { Module } from '@nestjs/common';
import { MonitoringConfig } from '../../monitoring.config';
import { OperationModule } from '../../operations/operation.module';
import { ContactKindController, ContactMethodController } from '../contacts/contact-method.controller';
import { ContactMethodQueries } from '../contacts/contact-method.queries';
import { ContactMethodService } from '../contacts/contact-method.service';
import { PushKeys } from '../contacts/push-keys';
import { AlertDefinitionsModule } from '../../alert-definitions/alert-definitions.module';
import { AlertEngineModule } from '../../alert-engine/alert-engine.module';
import { AlertLinkQueries } from '../action-links/action-link.queries';
import { AlertLinks } from '../action-links/action-links';
import { OnCallQueries } from '../../on-call/on-call.queries';
import { AlertWatch } from './alert-watch.service';
import { AlertDeliveryConfig } from './alert-delivery.config';
import { ContactChannels } from './contact-channels';
import { DeliveryQueries } from './delivery.queries';
import { Delivery } from './delivery.service';
import { EgressProxy } from './egress-proxy';
import { GuardedPost } from './guarded-post';
import { HttpSenders } from './http-senders';
import { IncidentSummaryQueries } from './incident-summary.queries';
import { LogSender } from './log.sender';
import { Mailer } from './mailer';
import { NotificationTestController } from './notification-test.controller';
import { NotificationTestService } from './notification-test.service';
import { OperationSender } from './operation.sender';
import { RecipientQueries } from './recipient.queries';
import { RecipientSenders } from './recipient-senders';
import { Recipients } from './recipients';
import { SenderDirectory } from './sender-directory';
import { SlackAppSender } from './slack-app.sender';
import { SnmpSender } from './snmp.sender';
import { TargetGuard } from './target-guard';
import { TestAllowance } from './test-allowance';
import { TextGateways } from './text-gateway';

/** Sends notifications of fired alerts. */
@Module({
  imports: [AlertDefinitionsModule, AlertEngineModule, OperationModule],
  controllers: [NotificationTestController, ContactMethodController, ContactKindController],
  providers: [
    { provide: AlertDeliveryConfig, useExisting: MonitoringConfig },
    Delivery,
    NotificationTestService,
    TestAllowance,
    DeliveryQueries,
    IncidentSummaryQueries,
    OnCallQueries,
    RecipientQueries,
    Recipients,
    AlertLinkQueries,
    AlertLinks,
    SenderDirectory,
    ContactMethodService,
    ContactMethodQueries,
    PushKeys,
    ContactChannels,
    TextGateways,
    Mailer,
    RecipientSenders,
    TargetGuard,
    EgressProxy,
    GuardedPost,
    HttpSenders,
    SlackAppSender,
    SnmpSender,
    LogSender,
    OperationSender,
    AlertWatch,
  ],
  exports: [AlertWatch, ContactMethodService, Delivery, Recipients],
})
export class AlertDeliveryModule {}
