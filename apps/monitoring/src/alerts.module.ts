import { Module } from '@nestjs/common';
import { AlertDefinitionsModule } from './alert-definitions/alert-definitions.module';
import { BuiltInDefinitionsModule } from './alert-definitions/built-in/built-in-definitions.module';
import { AlertDeliveryModule } from './notifications/delivery/alert-delivery.module';
import { DependencyModule } from './on-call/dependencies/dependency.module';
import { DryRunModule } from './alert-engine/dry-run/dry-run.module';
import { FiredAlertsModule } from './incidents/fired-alerts.module';
import { OnCallModule } from './on-call/on-call.module';
import { AlertSendersModule } from './notifications/senders/alert-senders.module';
import { AlertLinksModule } from './notifications/action-links/action-links.module';

/** Alerts: their definitions, and what fires. Literal paths come before those with names. */
@Module({
  imports: [
    AlertDefinitionsModule,
    BuiltInDefinitionsModule,
    AlertSendersModule,
    AlertDeliveryModule,
    DependencyModule,
    DryRunModule,
    AlertLinksModule,
    OnCallModule,
    FiredAlertsModule,
  ],
})
export class AlertsModule {}
