import { Module } from '@nestjs/common';
import { AlertDefinitionsModule } from './definitions/alert-definitions.module';
import { BuiltInDefinitionsModule } from './definitions/built-in/built-in-definitions.module';
import { AlertDeliveryModule } from './delivery/alert-delivery.module';
import { DependencyModule } from './dependencies/dependency.module';
import { DryRunModule } from './dry-run/dry-run.module';
import { FiredAlertsModule } from './fired/fired-alerts.module';
import { OnCallModule } from './on-call/on-call.module';
import { AlertSendersModule } from './senders/alert-senders.module';
import { AlertLinksModule } from './links/alert-links.module';

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
