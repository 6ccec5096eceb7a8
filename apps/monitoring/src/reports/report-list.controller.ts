import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated } from '@wardstone/auth';
import type { Link } from '@wardstone/dto';
import {
  AREA_TYPES,
  CsvTable,
  LINKS,
  NegotiatedType,
  Produces,
  type RecordMediaType,
  toLink,
} from '@wardstone/media-types';
import { REPORT_EXAMPLES } from './report-examples';
import { ReportList } from './report-list';

/** See rule reports-2. */
@ApiTags('report')
@Controller('rest/reports')
export class ReportListController {
  constructor(private readonly reports: ReportList) {}

  @Get()
  @Authenticated()
  @Produces([...AREA_TYPES.report, 'json', 'xml', 'html'], LINKS, {
    title: 'Reports',
    example: [toLink('alertDefinitions', 'http://localhost:8080/rest/reports/alertDefinitions')],
    csvExample: REPORT_EXAMPLES.list,
  })
  @ApiOperation({ operationId: 'listReports', summary: 'List the available reports' })
  list(@NegotiatedType() type: RecordMediaType): CsvTable | Link[] {
    return this.reports.listAs(type);
  }
}
