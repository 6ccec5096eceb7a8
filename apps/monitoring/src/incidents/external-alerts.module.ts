import { Module } from '@nestjs/common';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { AlertQueries } from './alert.queries';
import { ExternalAlertQueries } from './external-alerts.queries';
import { ExternalAlerts } from './external-alerts';

/** Alerts that report alerts of other systems. */
@Module({
  imports: [AlertEngineModule],
  providers: [ExternalAlerts, ExternalAlertQueries, AlertQueries],
  exports: [ExternalAlerts],
})
export class ExternalAlertsModule {}
