import { applyDecorators, Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { type Client, RequestClient } from '@wardstone/bootstrap';
import { EvidenceQuery } from '@wardstone/dto/compliance';
import { writeCsv, writeHtml, writeOscal, writePdf, writeSarif } from '@wardstone/evidence';
import { ApiPathIds } from '../api/path-ids';
import { type ListRequest, QueryParameters } from '../api/request';
import { EvidenceService } from './evidence.service';
import { ApiReportFile } from './report-file.decorator';

const FORMATS = {
  Csv: {
    mediaType: 'text/csv; charset=utf-8',
    example: 'policy,system,system_id\nBaseline,web-1,d2f8a1c3-6b4e-4d7a-9f50-3c1e8b7a2d64\n',
    extension: 'csv',
    write: writeCsv,
    summary: 'as CSV, a line for each rule of each system',
  },
  Html: {
    mediaType: 'text/html; charset=utf-8',
    example: '<!DOCTYPE html>',
    extension: 'html',
    write: writeHtml,
    summary: 'as one HTML page',
  },
  Pdf: {
    mediaType: 'application/pdf',
    example: '%PDF-1.7',
    extension: 'pdf',
    write: writePdf,
    summary: 'as PDF: summary, trend, failed rules, exceptions, systems, digests',
  },
  Sarif: {
    mediaType: 'application/sarif+json',
    example: '{"version":"2.1.0","runs":[]}',
    extension: 'sarif',
    write: writeSarif,
    summary: 'as SARIF 2.1.0',
  },
  Oscal: {
    mediaType: 'application/json',
    example: '{"assessment-results":{}}',
    extension: 'json',
    write: writeOscal,
    summary: 'as assessment results of OSCAL 1.1.3',
  },
} as const;

function Evidence(format: keyof typeof FORMATS): MethodDecorator {
  const { summary, ...file } = FORMATS[format];
  return applyDecorators(
    RequirePermission('compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'),
    ApiReportFile({
      ...file,
      operationId: `ReportEvidence${format}`,
      summary: `Download the evidence of a report ${summary}`,
      name: 'evidence',
      query: EvidenceQuery,
    }),
  );
}

type Requested = ListRequest<'report_id', EvidenceQuery>;

@ApiPathIds()
@Controller('reports/:report_id')
@ApiTags('reports')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  @Get('evidence.csv')
  @Evidence('Csv')
  readCsv(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Csv, client);
  }

  @Get('evidence.html')
  @Evidence('Html')
  readHtml(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Html, client);
  }

  @Get('evidence.pdf')
  @Evidence('Pdf')
  readPdf(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Pdf, client);
  }

  @Get('evidence.sarif')
  @Evidence('Sarif')
  readSarif(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Sarif, client);
  }

  @Get('evidence.oscal.json')
  @Evidence('Oscal')
  readOscal(
    @QueryParameters(EvidenceQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.evidence.read(request, FORMATS.Oscal, client);
  }
}
