import { Module } from '@nestjs/common';
import { MonitoringConfig } from '../monitoring.config';
import { OperationModule } from '../operations/operation.module';
import { ComplianceMailController } from './compliance-mails/compliance-mail.controller';
import { ComplianceMailService } from './compliance-mails/compliance-mail.service';
import { ContactKindController, ContactMethodController } from './contacts/contact-method.controller';
import { ContactMethodQueries } from './contacts/contact-method.queries';
import { ContactMethodService } from './contacts/contact-method.service';
import { PushKeys } from './contacts/push-keys';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { ActionLinkQueries } from './action-links/action-link.queries';
import { ActionLinks } from './action-links/action-links';
import { AlertWatch } from './delivery/alert-watch.service';
import { AlertDeliveryConfig } from './delivery/alert-delivery.config';
import { ContactChannels } from './delivery/contact-channels';
import { DeliveryQueries } from './delivery/delivery.queries';
import { Delivery } from './delivery/delivery.service';
import { EgressProxy } from './delivery/egress-proxy';
import { GuardedPost } from './delivery/guarded-post';
import { HttpSenders } from './delivery/http-senders';
import { IncidentSummaryQueries } from './delivery/incident-summary.queries';
import { LogSender } from './delivery/log.sender';
import { Mailer } from './delivery/mailer';
import { OperationSender } from './delivery/operation.sender';
import { RecipientQueries } from './delivery/recipient.queries';
import { RecipientSenders } from './delivery/recipient-senders';
import { Recipients } from './delivery/recipients';
import { SenderDirectory } from './delivery/sender-directory';
import { SlackAppSender } from './delivery/slack-app.sender';
import { SnmpSender } from './delivery/snmp.sender';
import { TargetGuard } from './delivery/target-guard';
import { TestAllowance } from './delivery/test-allowance';
import { TextGateways } from './delivery/text-gateway';
import { AlertStateModule } from '../alert-state/alert-state.module';
import { AccountsModule } from '../users/accounts.module';
import { AuthorizationModule } from '../authorization/authorization.module';
import { SenderController } from './senders/sender.controller';
import { SenderService } from './senders/sender.service';
import { SenderChoiceQueries } from './senders/sender-choice.queries';
import { ActionLinkController } from './action-links/action-link.controller';
import { ActionLinkService } from './action-links/action-link.service';

/** Sends notifications of fired alerts: senders, recipients and their contact methods, and links that act on alerts. */
@Module({
  imports: [AccountsModule, AlertEngineModule, AlertStateModule, AuthorizationModule, OperationModule],
  controllers: [
    SenderController,
    ActionLinkController,
    ContactMethodController,
    ContactKindController,
    ComplianceMailController,
  ],
  providers: [
    { provide: AlertDeliveryConfig, useExisting: MonitoringConfig },
    Delivery,
    TestAllowance,
    DeliveryQueries,
    IncidentSummaryQueries,
    RecipientQueries,
    Recipients,
    ActionLinkQueries,
    ActionLinks,
    ActionLinkService,
    SenderService,
    SenderChoiceQueries,
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
    ComplianceMailService,
  ],
  exports: [AlertWatch, Delivery, GuardedPost, Recipients, TestAllowance],
})
export class NotificationsModule {}
