import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Operation } from '@wardstone/bootstrap';
import {
  AvailabilityReport,
  ConfigurationReport,
  DriftReport,
  EventReport,
  ImportReport,
  InventoryReport,
  InventoryResult,
  MeasurementReport,
  ReportResult,
} from '@wardstone/dto/monitoring';
import { result } from '@wardstone/media-types';
import { AgentConfigurations } from './configurations/agent-configurations.service';
import { AgentDrift } from './drift/agent-drift.service';
import { AgentImports } from './inventory/agent-imports.service';
import { Discovery } from './inventory/discovery.service';
import { AgentMeasurements } from './measurements/agent-measurements.service';
import { AgentAvailability } from './reports/agent-availability.service';
import { AgentEvents } from './reports/agent-events.service';
import type { SentReport } from './reports/report-reader';
import { ReportBody } from './report-body';

const reportId = 'r-17';

const ANSWERS = {
  title: 'Result of the report',
  example: { reportId, accepted: 12, rejected: [{ index: 3, reason: 'unknown schedule 991' }], resync: false },
};
const ACCEPTED = { ...ANSWERS, example: { reportId, accepted: 1, rejected: [], resync: false } };

/** See rules agents-3, agents-6 to agents-9. */
@ApiTags('agent')
@Addition()
@Controller('rest/agent/:name')
export class AgentReportsController {
  constructor(
    private readonly discovery: Discovery,
    private readonly imports: AgentImports,
    private readonly measurements: AgentMeasurements,
    private readonly availability: AgentAvailability,
    private readonly events: AgentEvents,
    private readonly configurations: AgentConfigurations,
    private readonly drift: AgentDrift,
  ) {}

  @Post('inventory')
  @Operation('Report discovered resources', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', InventoryResult, {
      title: 'Result of the report',
      example: {
        reportId,
        resync: false,
        resources: [{ path: '/roots/0', resourceId: 10076, status: 'NEW', created: true }],
        rejected: [],
      },
    }),
    status: 200,
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  reportInventory(
    @Param('name') name: string,
    @ReportBody(InventoryReport, {
      reportId,
      roots: [{ key: 'host-a', typeName: 'Linux', pluginName: 'Platforms', name: 'host-a', children: [] }],
    })
    body: SentReport<InventoryReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<InventoryResult> {
    return this.discovery.report(name, body, caller);
  }

  @Post('imports')
  @Operation('Import discovered resources', {
    description: 'Requires AGENTS_IMPORT; otherwise a user imports resources with PUT /rest/resource/{id}.',
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', ReportResult, ANSWERS),
    status: 200,
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  importDiscovered(
    @Param('name') name: string,
    @ReportBody(ImportReport, { reportId, resourceIds: [10076, 10077], collectionInterval: 30_000 })
    body: SentReport<ImportReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<ReportResult> {
    return this.imports.report(name, body, caller);
  }

  @Post('measurements')
  @Operation('Report measurements', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', ReportResult, ANSWERS),
    status: 200,
    errors: ['agent_not_found', 'agent_forbidden', 'metric_backlog_full'],
  })
  reportMeasurements(
    @Param('name') name: string,
    @ReportBody(MeasurementReport, {
      reportId,
      numeric: [{ scheduleId: 15001, timestamp: 1_772_899_500_000, value: 1536 }],
      traits: [{ scheduleId: 15002, timestamp: 1_772_899_500_000, value: 'build 812' }],
      callTimes: [
        { scheduleId: 15003, values: [{ callDestination: '/shop', beginTime: 1_772_899_490_000, duration: 35 }] },
      ],
    })
    body: SentReport<MeasurementReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<ReportResult> {
    return this.measurements.report(name, body, caller);
  }

  @Post('availability')
  @Operation('Report availabilities', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', ReportResult, ANSWERS),
    status: 200,
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  reportAvailabilities(
    @Param('name') name: string,
    @ReportBody(AvailabilityReport, {
      reportId,
      changesOnly: true,
      items: [{ resourceId: 10077, type: 'DOWN', since: 1_772_899_500_000 }],
    })
    body: SentReport<AvailabilityReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<ReportResult> {
    return this.availability.report(name, body, caller);
  }

  @Post('events')
  @Operation('Report events', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', ReportResult, ANSWERS),
    status: 200,
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  reportEvents(
    @Param('name') name: string,
    @ReportBody(EventReport, {
      reportId,
      events: [
        {
          resourceId: 10077,
          definition: 'accessLog',
          location: '/var/log/gw.log',
          timestamp: 1_772_899_501_000,
          severity: 'WARN',
          detail: 'slow upstream',
        },
      ],
    })
    body: SentReport<EventReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<ReportResult> {
    return this.events.report(name, body, caller);
  }

  @Post('configurations')
  @Operation('Report configurations of resources', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', ReportResult, ACCEPTED),
    status: 200,
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  reportConfigurations(
    @Param('name') name: string,
    @ReportBody(ConfigurationReport, {
      reportId,
      items: [{ resourceId: 10077, resourceConfig: { port: '9000', logLevel: 'WARN' } }],
    })
    body: SentReport<ConfigurationReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<ReportResult> {
    return this.configurations.report(name, body, caller);
  }

  @Post('drift')
  @Operation('Report drift of files', {
    access: 'REPORT_AS_AGENT',
    path: { name: 'Name of the agent' },
    returns: result('agent', ReportResult, ACCEPTED),
    status: 200,
    errors: ['agent_not_found', 'agent_forbidden'],
  })
  reportDrift(
    @Param('name') name: string,
    @ReportBody(DriftReport, {
      reportId,
      changeSets: [
        {
          resourceId: 10077,
          definition: 'config-files',
          version: 3,
          time: 1_772_899_500_000,
          drifts: [
            {
              category: 'FILE_CHANGED',
              path: 'conf/a.toml',
              sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
              size: 4,
              mode: 0o100644,
              owner: '0:0',
            },
          ],
        },
      ],
    })
    body: SentReport<DriftReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<ReportResult> {
    return this.drift.report(name, body, caller);
  }
}
