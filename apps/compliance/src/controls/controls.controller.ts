import { applyDecorators, Controller, Get, type StreamableFile, type Type } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Client, Operation, type Part, RequestClient } from '@wardstone/bootstrap';
import {
  ControlFileQuery,
  ControlRecord,
  ControlsQuery,
  FilterQuery,
  FrameworkStateRecord,
  ListQuery,
} from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { ComplianceController, page, queryDocs } from '../api/operation-parts';
import { ApiPathIds } from '../api/path-ids';
import { type ListRequest, QueryParameters } from '../api/request';
import { ControlsService } from './controls.service';
import { CONTROL_FIELDS, CONTROL_SORT, FRAMEWORK_STATE_FIELDS, FRAMEWORK_STATE_SORT } from './domain/control-fields';

const MAY_READ = ['compliance:report:read', 'inventory:hosts:read'] as const;

const DESCRIPTION =
  'The state of a control follows from the latest results of its rules. `state` ignores exceptions, `state_with_exceptions` counts them. For rules that failed on no system, reviews count in both.';

const controls = (query: Type<ListQuery>): Part =>
  page(ControlRecord, {
    sort: CONTROL_SORT,
    filter: CONTROL_FIELDS,
    filterExample: 'framework = nist-800-53 AND state = failed',
    query,
  });

const frameworks = (query: Type<ListQuery>): Part =>
  page(FrameworkStateRecord, {
    sort: FRAMEWORK_STATE_SORT,
    filter: FRAMEWORK_STATE_FIELDS,
    filterExample: 'title ~ NIST',
    query,
  });

const csv = (query: Type<FilterQuery>): Part =>
  applyDecorators(
    queryDocs(query, {
      filter: {
        description: 'Condition on the controls, as in their list',
        type: 'string',
        example: 'framework = nist-800-53',
      },
    }),
    ApiResponse({
      status: 200,
      description: 'The file',
      content: {
        'text/csv': {
          schema: { type: 'string', format: 'binary' },
          example: 'framework,framework_title,control,state\nnist-800-53,NIST SP 800-53,AC-6,failed\n',
        },
      },
    }),
  );

@ComplianceController('reports/:report_id/controls', 'frameworks')
export class ReportControlsController {
  constructor(private readonly controls: ControlsService) {}

  @Get()
  @Operation('List the controls of a report by state', {
    description: DESCRIPTION,
    access: MAY_READ,
    returns: controls(ControlsQuery),
    errors: ['too_many_heavy_requests'],
  })
  reportControls(
    @QueryParameters(ControlsQuery, 'report_id') request: ListRequest<'report_id', ControlsQuery>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.list(request, this.controls.ofReport(request), client);
  }

  @Get('frameworks')
  @Operation('List the frameworks of a report with the number of controls by state', {
    access: MAY_READ,
    returns: frameworks(ControlsQuery),
    errors: ['too_many_heavy_requests'],
  })
  reportFrameworks(
    @QueryParameters(ControlsQuery, 'report_id') request: ListRequest<'report_id', ControlsQuery>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.listFrameworks(request, this.controls.ofReport(request), client);
  }
}

@ComplianceController('systems/:system_id/controls', 'frameworks')
export class SystemControlsController {
  constructor(private readonly controls: ControlsService) {}

  @Get()
  @Operation('List the controls of a system, by all of its policies, by state', {
    description: DESCRIPTION,
    access: MAY_READ,
    returns: controls(ListQuery),
    errors: ['too_many_heavy_requests'],
  })
  systemControls(
    @QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.list(request, this.controls.ofSystem(request), client);
  }

  @Get('frameworks')
  @Operation('List the frameworks of a system with the number of controls by state', {
    access: MAY_READ,
    returns: frameworks(ListQuery),
    errors: ['too_many_heavy_requests'],
  })
  systemFrameworks(
    @QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.listFrameworks(request, this.controls.ofSystem(request), client);
  }
}

@ComplianceController('controls', 'frameworks')
export class ControlsController {
  constructor(private readonly controls: ControlsService) {}

  @Get()
  @Operation('List the controls of all policies by state', {
    description: DESCRIPTION,
    access: MAY_READ,
    returns: controls(ControlsQuery),
    errors: ['too_many_heavy_requests'],
  })
  allControls(
    @QueryParameters(ControlsQuery) request: ListRequest<never, ControlsQuery>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.list(request, this.controls.ofOrganisation, client);
  }

  @Get('frameworks')
  @Operation('List the frameworks of all policies with the number of controls by state', {
    access: MAY_READ,
    returns: frameworks(ControlsQuery),
    errors: ['too_many_heavy_requests'],
  })
  allFrameworks(
    @QueryParameters(ControlsQuery) request: ListRequest<never, ControlsQuery>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.listFrameworks(request, this.controls.ofOrganisation, client);
  }
}

@ApiPathIds()
@Controller()
@ApiTags('frameworks')
export class ControlFilesController {
  constructor(private readonly controls: ControlsService) {}

  @Get('reports/:report_id/controls.csv')
  @Operation('Download the controls of a report as CSV, a line for each rule of each control', {
    access: MAY_READ,
    returns: csv(ControlFileQuery),
    errors: ['invalid_filter', 'too_many_heavy_requests'],
  })
  reportControlsCsv(
    @QueryParameters(ControlFileQuery, 'report_id') request: ListRequest<'report_id', ControlFileQuery>,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.controls.readCsv(request, this.controls.ofReport(request), client);
  }

  @Get('systems/:system_id/controls.csv')
  @Operation('Download the controls of a system as CSV, a line for each rule of each control', {
    access: MAY_READ,
    returns: csv(FilterQuery),
    errors: ['invalid_filter', 'too_many_heavy_requests'],
  })
  systemControlsCsv(
    @QueryParameters(FilterQuery, 'system_id') request: ListRequest<'system_id', FilterQuery>,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.controls.readCsv(request, this.controls.ofSystem(request), client);
  }

  @Get('controls.csv')
  @Operation('Download the controls of all policies as CSV, a line for each rule of each control', {
    access: MAY_READ,
    returns: csv(ControlFileQuery),
    errors: ['invalid_filter', 'too_many_heavy_requests'],
  })
  allControlsCsv(
    @QueryParameters(ControlFileQuery) request: ListRequest<never, ControlFileQuery>,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.controls.readCsv(request, this.controls.ofOrganisation, client);
  }
}
