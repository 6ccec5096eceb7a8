import { Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnModuleInit } from '@nestjs/common';
import { Readiness, ServiceMetrics } from '@wardstone/bootstrap';
import { DatabaseHealth, DatabaseModule } from '@wardstone/database';
import { JobsModule } from '@wardstone/jobs';
import { MediaTypesModule } from '@wardstone/media-types';
import type { RepresentationOptions } from '@wardstone/media-types';
import { AgentModule } from './agents/agent.module';
import { AlertsModule } from './alerts/alerts.module';
import { deliverySettings } from './alerts/delivery/alert-delivery.config';
import { ContentStoreModule } from './content/content-store.module';
import { AvailabilityModule } from './availability/availability.module';
import { ContentModule } from './content/content.module';
import { databaseOptions } from './data-source';
import { EventModule } from './events/event.module';
import { GroupModule } from './groups/group.module';
import { ApiModule } from './api/api.module';
import type { RouteTable } from './api/route-table';
import { CallTimesModule } from './metrics/call-times/call-times.module';
import { MetricsModule } from './metrics/metrics.module';
import type { MonitoringConfig } from './monitoring.config';
import { OperationModule } from './operations/operation.module';
import { PluginsModule } from './plugins/plugins.module';
import { ReportsModule } from './reports/reports.module';
import { ResourceTypeModule } from './resource-types/resource-type.module';
import { SampleInventoryModule } from './resources/seed/sample-inventory.module';
import { ResourceModule } from './resources/resource.module';
import { NavigationModule } from './navigation/navigation.module';
import { ScheduleModule } from './schedules/schedule.module';
import { StatusModule } from './status/status.module';
import { UserModule } from './users/user.module';
import { AuthorizationModule } from './authorization/authorization.module';

interface Parts {
  config: Readonly<MonitoringConfig>;
  routes: RouteTable;
  representations: RepresentationOptions;
}

const HOUR_MS = 60 * 60_000;

@Module({})
export class AppModule implements OnModuleInit {
  constructor(
    @Inject(DatabaseHealth) private readonly database: DatabaseHealth,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(ServiceMetrics) private readonly metrics: ServiceMetrics,
  ) {}

  static forRoot({ config, routes, representations }: Parts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(databaseOptions(config)),
        JobsModule.forRoot({ connection: databaseOptions(config), concurrency: config.JOBS_PER_PROCESS }),
        ContentStoreModule.forRoot(config),
        ApiModule.forRoot(routes),
        MediaTypesModule.forRoot(representations),
        AuthorizationModule,
        PluginsModule,
        ContentModule,
        NavigationModule,
        StatusModule.forRoot(config),
        UserModule,
        ResourceTypeModule,
        ResourceModule.forRoot({
          delayMs: config.RESOURCE_CREATION_DELAY_MS,
          holdMs: config.RESOURCE_CREATION_HOLD_MS,
        }),
        SampleInventoryModule.forRoot({ isWanted: config.SAMPLE_INVENTORY }),
        AvailabilityModule,
        ScheduleModule,
        MetricsModule.forRoot({
          frequencyMs: config.BASELINE_FREQUENCY_HOURS * HOUR_MS,
          dataSetMs: config.BASELINE_DATA_SET_HOURS * HOUR_MS,
        }),
        CallTimesModule,
        AlertsModule.forRoot(databaseOptions(config), deliverySettings(config)),
        GroupModule,
        AgentModule.forRoot(databaseOptions(config), {
          mayImport: config.AGENTS_IMPORT,
          quietTimeoutMs: config.AGENT_QUIET_TIMEOUT_MS,
        }),
        OperationModule.forRoot({
          timeoutSeconds: config.OPERATION_TIMEOUT_SECONDS,
          retentionDays: config.OPERATION_HISTORY_DAYS,
        }),
        ReportsModule.forRoot({ timeZone: config.REPORT_TIME_ZONE, locale: config.REPORT_LOCALE }),
        EventModule.forRoot({ mostPerRequest: config.EVENTS_PER_REQUEST, retentionDays: config.EVENT_RETENTION_DAYS }),
      ],
    };
  }

  onModuleInit(): void {
    this.readiness.add({ name: 'database', check: () => this.database.ping() });
    this.metrics.watchPool(() => this.database.usage());
  }
}
