import { Module } from '@nestjs/common';
import { AlertDefinitionsModule } from '../alert-definitions/alert-definitions.module';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { AuthorizationModule } from '../authorization/authorization.module';
import { AvailabilityModule } from '../availability/availability.module';
import { ReceivedSeriesModule } from '../ingest/received-series.module';
import { PrometheusModule } from '../prometheus/prometheus.module';
import { InventoryModule } from '../resources/inventory.module';
import { AccountsModule } from '../users/accounts.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { AlertmanagerFeed } from './alertmanager-feed';
import { AlertmanagerQueries } from './alertmanager.queries';
import { ExpressionAnnotations } from './expression-annotations';
import { ExpressionController } from './expression.controller';
import { ExpressionQueries } from './expression.queries';
import { ExpressionAuthors } from './expression-authors';
import { ExpressionBatch } from './expression-batch.service';
import { ExpressionInstances } from './expression-instances.service';
import { ExpressionPlans } from './expression-plans';
import { ExpressionRecorder } from './expression-recorder.service';
import { ExpressionReplay } from './expression-replay';
import { ExpressionResultReader } from './expression-result';
import { ExpressionEvaluator } from './expression-series';
import { ExpressionService } from './expression.service';
import { ExpressionWatch } from './expression-watch.service';
import { InstallationQueries } from './installation.queries';

/** Evaluates alert definitions with expressions at their intervals. */
@Module({
  imports: [
    AccountsModule,
    AlertDefinitionsModule,
    AlertEngineModule,
    AuthorizationModule,
    AvailabilityModule,
    InventoryModule,
    NotificationsModule,
    PrometheusModule,
    ReceivedSeriesModule,
  ],
  controllers: [ExpressionController],
  providers: [
    AlertmanagerFeed,
    AlertmanagerQueries,
    ExpressionAnnotations,
    ExpressionWatch,
    ExpressionBatch,
    ExpressionAuthors,
    ExpressionInstances,
    ExpressionPlans,
    ExpressionRecorder,
    ExpressionReplay,
    ExpressionResultReader,
    ExpressionService,
    ExpressionEvaluator,
    ExpressionQueries,
    InstallationQueries,
  ],
})
export class AlertExpressionsModule {}
