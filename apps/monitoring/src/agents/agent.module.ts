import { Module } from '@nestjs/common';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { ContentStoreModule } from '../content/content-store.module';
import { EventModule } from '../events/event.module';
import { GroupModule } from '../groups/group.module';
import { CollectionSchedulesModule } from '../metrics/schedules/collection-schedules.module';
import { OperationModule } from '../operations/operation.module';
import { AvailabilityModule } from '../availability/availability.module';
import { CallTimesModule } from '../metrics/call-times.module';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { InventoryModule } from '../resources/inventory.module';
import { AgentMetrics } from './agent-metrics';
import { AgentJobs } from './agent-jobs.service';
import { AgentReportsController } from './agent-reports.controller';
import { AgentListController, AgentController, AgentPluginsController } from './agent.controller';
import { AgentDatabase } from './agent-database';
import { AgentListQueries } from './agent-list.queries';
import { AgentQueries } from './agent.queries';
import { AgentService } from './agent.service';
import { ComplianceFactsController } from './compliance/compliance-facts.controller';
import { ComplianceFactsQueries } from './compliance/compliance-facts.queries';
import { ComplianceFacts } from './compliance/compliance-facts.service';
import { AgentConfigurationQueries } from './configurations/agent-configuration.queries';
import { AgentConfigurations } from './configurations/agent-configurations.service';
import { AgentDriftQueries } from './drift/agent-drift.queries';
import { AgentDrift } from './drift/agent-drift.service';
import { DriftTextQueries } from './drift/drift-text.queries';
import { AgentGroups } from './inventory/agent-groups.service';
import { AgentImports } from './inventory/agent-imports.service';
import { DiscoveryQueries } from './inventory/discovery.queries';
import { Discovery } from './inventory/discovery.service';
import { AgentMeasurementQueries } from './measurements/agent-measurement.queries';
import { AgentMeasurements } from './measurements/agent-measurements.service';
import { DirectReport } from './measurements/direct-report';
import { AgentPluginQueries } from './plugins/agent-plugin.queries';
import { AgentPlugins } from './plugins/agent-plugins.service';
import { AgentAvailability } from './reports/agent-availability.service';
import { AgentEvents } from './reports/agent-events.service';
import { AgentReports } from './reports/agent-reports.service';
import { AgentWorkQueries } from './work/agent-work.queries';
import { AgentWorkService } from './work/agent-work.service';
import { WorkSignals } from './work/work-signals';

/** Agents, which report about the machines they run on. */
@Module({
  imports: [
    AvailabilityModule,
    InventoryModule,
    CollectionSchedulesModule,
    MetricStorageModule,
    CallTimesModule,
    EventModule,
    OperationModule,
    AlertEngineModule,
    ContentStoreModule,
    GroupModule,
  ],
  controllers: [
    AgentListController,
    AgentPluginsController,
    AgentReportsController,
    AgentController,
    ComplianceFactsController,
  ],
  providers: [
    AgentService,
    AgentQueries,
    AgentDatabase,
    AgentListQueries,
    AgentReports,
    AgentJobs,
    AgentMetrics,
    Discovery,
    DiscoveryQueries,
    AgentGroups,
    AgentImports,
    AgentMeasurements,
    DirectReport,
    AgentMeasurementQueries,
    AgentAvailability,
    AgentEvents,
    AgentConfigurations,
    AgentConfigurationQueries,
    AgentDrift,
    AgentDriftQueries,
    DriftTextQueries,
    AgentPlugins,
    AgentPluginQueries,
    AgentWorkService,
    AgentWorkQueries,
    WorkSignals,
    ComplianceFacts,
    ComplianceFactsQueries,
  ],
})
export class AgentModule {}
