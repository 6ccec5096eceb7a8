import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Client, Operation, type Part, RequestClient } from '@wardstone/bootstrap';
import { EvidenceQuery } from '@wardstone/dto/compliance';
import { ApiPathIds } from '../api/path-ids';
import { type ListRequest, QueryParameters } from '../api/request';
import { FORMATS, PLANS } from './evidence-formats';
import { EvidenceService } from './evidence.service';
import { reportFile } from './report-file-part';

const PLAN = 'Lists failed rules, each with its systems, and with owner and due date if the fix is planned.';

const file = (format: keyof typeof FORMATS): Part =>
  reportFile({ ...FORMATS[format], name: 'evidence', query: EvidenceQuery });

type Requested = ListRequest<'report_id', EvidenceQuery>;

@ApiPathIds()
@Controller('reports/:report_id')
@ApiTags('reports')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  @Get('evidence.csv')
  @Operation('Download the evidence of a report as CSV, a line for each rule of each system', {
    access: ['compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'],
    returns: file('Csv'),
  })
  reportEvidenceCsv(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Csv, client);
  }

  @Get('evidence.html')
  @Operation('Download the evidence of a report as one HTML page', {
    access: ['compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'],
    returns: file('Html'),
  })
  reportEvidenceHtml(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Html, client);
  }

  @Get('evidence.pdf')
  @Operation('Download the evidence of a report as PDF: summary, trend, failed rules, exceptions, systems, digests', {
    access: ['compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'],
    returns: file('Pdf'),
  })
  reportEvidencePdf(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Pdf, client);
  }

  @Get('evidence.sarif')
  @Operation('Download the evidence of a report as SARIF 2.1.0', {
    access: ['compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'],
    returns: file('Sarif'),
  })
  reportEvidenceSarif(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Sarif, client);
  }

  @Get('evidence.oscal.json')
  @Operation('Download the evidence of a report as assessment results of OSCAL 1.1.3', {
    access: ['compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'],
    returns: file('Oscal'),
  })
  reportEvidenceOscal(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Oscal, client);
  }

  @Get('poam.csv')
  @Operation('Download the plan of action and milestones of a report as CSV, a line for each finding', {
    description: PLAN,
    access: ['compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'],
    returns: reportFile({ ...PLANS.Csv, query: EvidenceQuery }),
  })
  reportPoamCsv(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, PLANS.Csv, client);
  }

  @Get('poam.oscal.json')
  @Operation('Download the plan of action and milestones of a report as OSCAL 1.1.3', {
    description: PLAN,
    access: ['compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'],
    returns: reportFile({ ...PLANS.Oscal, query: EvidenceQuery }),
  })
  reportPoamOscal(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, PLANS.Oscal, client);
  }
}
