import { applyDecorators, Controller, Get, type StreamableFile, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { type Client, RequestClient } from '@wardstone/bootstrap';
import { ControlRecord, FilterQuery, FrameworkStateRecord, ListQuery } from '@wardstone/dto/compliance';
import { ApiErrors, CommonError, ComplianceError } from '@wardstone/errors';
import type { ListEnvelope } from '../api/envelope';
import { ApiList, ApiQueryOf, ComplianceController } from '../api/operation.decorators';
import { ApiPathIds } from '../api/path-ids';
import { type ListRequest, QueryParameters } from '../api/request';
import { ControlsService } from './controls.service';
import { CONTROL_FIELDS, CONTROL_SORT, FRAMEWORK_STATE_FIELDS, FRAMEWORK_STATE_SORT } from './domain/control-fields';

const readsResults = (): MethodDecorator => RequirePermission('compliance:report:read', 'inventory:hosts:read');

/** @param of whose controls, for the names of operations @param text the same in words */
const Controls = (of: string, text: string): MethodDecorator =>
  applyDecorators(
    readsResults(),
    ApiList(`${of}Controls`, `List the controls of ${text} by state`, ControlRecord, {
      description:
        'The state of a control follows from the latest results of its rules. Exceptions do not count; reviews count for rules that failed on no system.',
      sort: CONTROL_SORT,
      filter: CONTROL_FIELDS,
      filterExample: 'framework = nist-800-53 AND state = failed',
    }),
    ApiErrors(CommonError.too_many_heavy_requests),
  );

const States = (of: string, text: string): MethodDecorator =>
  applyDecorators(
    readsResults(),
    ApiList(
      `${of}Frameworks`,
      `List the frameworks of ${text} with the number of controls by state`,
      FrameworkStateRecord,
      {
        sort: FRAMEWORK_STATE_SORT,
        filter: FRAMEWORK_STATE_FIELDS,
        filterExample: 'title ~ NIST',
      },
    ),
    ApiErrors(CommonError.too_many_heavy_requests),
  );

const Csv = (of: string, text: string): MethodDecorator =>
  applyDecorators(
    readsResults(),
    ApiOperation({
      operationId: `${of}ControlsCsv`,
      summary: `Download the controls of ${text} as CSV, a line for each rule of each control`,
    }),
    ApiQueryOf(FilterQuery as Type<object>, {
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
    ApiErrors(ComplianceError.invalid_filter, CommonError.too_many_heavy_requests),
  );

@ComplianceController('reports/:report_id/controls', 'frameworks')
export class ReportControlsController {
  constructor(private readonly controls: ControlsService) {}

  @Get()
  @Controls('Report', 'a report')
  list(
    @QueryParameters(ListQuery, 'report_id') request: ListRequest<'report_id'>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.list(request, this.controls.ofReport(request), client);
  }

  @Get('frameworks')
  @States('Report', 'a report')
  listFrameworks(
    @QueryParameters(ListQuery, 'report_id') request: ListRequest<'report_id'>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.listFrameworks(request, this.controls.ofReport(request), client);
  }
}

@ComplianceController('systems/:system_id/controls', 'frameworks')
export class SystemControlsController {
  constructor(private readonly controls: ControlsService) {}

  @Get()
  @Controls('System', 'a system, by all of its policies,')
  list(
    @QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.controls.list(request, this.controls.ofSystem(request), client);
  }

  @Get('frameworks')
  @States('System', 'a system')
  listFrameworks(
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
  @Controls('All', 'all policies')
  list(@QueryParameters(ListQuery) request: ListRequest, @RequestClient() client: Client): Promise<ListEnvelope> {
    return this.controls.list(request, this.controls.ofOrganisation, client);
  }

  @Get('frameworks')
  @States('All', 'all policies')
  listFrameworks(
    @QueryParameters(ListQuery) request: ListRequest,
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
  @Csv('Report', 'a report')
  readReport(
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.controls.readCsv(request, this.controls.ofReport(request), client);
  }

  @Get('systems/:system_id/controls.csv')
  @Csv('System', 'a system')
  readSystem(
    @QueryParameters(FilterQuery, 'system_id') request: ListRequest<'system_id', FilterQuery>,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.controls.readCsv(request, this.controls.ofSystem(request), client);
  }

  @Get('controls.csv')
  @Csv('All', 'all policies')
  readAll(
    @QueryParameters(FilterQuery) request: ListRequest<never, FilterQuery>,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.controls.readCsv(request, this.controls.ofOrganisation, client);
  }
}
