import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { globalValues, HeavyWork, ServiceMetrics } from '@wardstone/bootstrap';
import { DatabaseModule } from '@wardstone/database';
import { JobsModule } from '@wardstone/jobs';
import { MediaTypesModule, type RepresentationOptions } from '@wardstone/media-types';
import { AgentModule } from './agents/agent.module';
import { AvailabilityModule } from './availability/availability.module';
import { ContentModule } from './content/content.module';
import { databaseOptions } from './data-source';
import { EventModule } from './events/event.module';
import { HeartbeatModule } from './heartbeats/heartbeat.module';
import { IntegrationModule } from './integrations/integration.module';
import { GroupModule } from './groups/group.module';
import { ApiModule } from './api/api.module';
import type { RouteTable } from './api/request-paths';
import { CallTimesModule } from './metrics/call-times.module';
import { MetricsModule } from './metrics/metrics.module';
import { MonitoringConfig } from './monitoring.config';
import { OperationModule } from './operations/operation.module';
import { OverviewModule } from './resource-overview/overview.module';
import { PluginsModule } from './plugins/plugins.module';
import { ConfigurationModule } from './configurations/configuration.module';
import { ProblemModule } from './problems/problem.module';
import { OtlpModule } from './otlp/otlp.module';
import { PrometheusModule } from './prometheus/prometheus.module';
import { ReportsModule } from './reports/reports.module';
import { ResourceTypeModule } from './plugins/types/resource-type.module';
import { SampleInventoryModule } from './sample-inventory/sample-inventory.module';
import { ResourceModule } from './resources/resource.module';
import { RootModule } from './root/root.module';
import { StatusModule } from './status/status.module';
import { UserModule } from './users/user.module';
import { AlertExpressionsModule } from './alert-expressions/alert-expressions.module';
import { AlertDefinitionsModule } from './alert-definitions/alert-definitions.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OnCallModule } from './on-call/on-call.module';
import { IncidentsModule } from './incidents/incidents.module';

interface Parts {
  config: Readonly<MonitoringConfig>;
  routes: RouteTable;
  heavyWork: HeavyWork;
  representations: RepresentationOptions;
}

@Module({})
export class AppModule implements OnModuleInit {
  constructor(private readonly metrics: ServiceMetrics) {}

  static forRoot({ config, routes, heavyWork, representations }: Parts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        globalValues({ provide: MonitoringConfig, useValue: config }, { provide: HeavyWork, useValue: heavyWork }),
        DatabaseModule.forRoot(databaseOptions(config)),
        JobsModule.forRoot({ connection: databaseOptions(config), concurrency: config.JOBS_PER_PROCESS }),
        ApiModule.forRoot(routes),
        MediaTypesModule.forRoot(representations),
        PluginsModule,
        ContentModule,
        RootModule,
        StatusModule,
        UserModule,
        ResourceTypeModule,
        ResourceModule,
        OverviewModule,
        SampleInventoryModule,
        AvailabilityModule,
        HeartbeatModule,
        IntegrationModule,
        MetricsModule,
        CallTimesModule,
        // Literal paths of alerts come before those with names.
        AlertDefinitionsModule,
        AlertExpressionsModule,
        NotificationsModule,
        OnCallModule,
        IncidentsModule,
        ConfigurationModule,
        ProblemModule,
        GroupModule,
        AgentModule,
        OperationModule,
        OtlpModule,
        PrometheusModule,
        ReportsModule,
        EventModule,
      ],
    };
  }

  onModuleInit(): void {
    this.metrics.watchPolls();
  }
}
