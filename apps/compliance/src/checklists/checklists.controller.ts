import { Controller, Get, Post, type StreamableFile } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { Audit, type AuditNote, type Client, Operation, type Part, RequestClient } from '@wardstone/bootstrap';
import { ChecklistImportQuery, ChecklistImportRecord } from '@wardstone/dto/compliance';
import { queryDocs, written } from '../api/operation-parts';
import { ApiPathIds } from '../api/path-ids';
import { type ListRequest, ParentIds, QueryParameters, type RecordRequest } from '../api/request';
import { UploadedChecklist } from '../scap/document-upload.decorator';
import { ChecklistsService, type ReceivedChecklist } from './checklists.service';

const MAY_READ = ['compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'] as const;
const DESCRIPTION =
  'The status of a rule is that of the newest scan, or of the review that counts. Fields of an imported checklist are kept.';

const file = (mediaType: string, example: string): Part =>
  ApiResponse({
    status: 200,
    description: 'The file',
    content: { [mediaType]: { schema: { type: 'string', format: 'binary' }, example } },
  });

const BINARY = { type: 'string', format: 'binary' } as const;

const SMALLEST_CKLB = JSON.stringify({
  title: 'web-1',
  stigs: [
    {
      stig_id: 'EXAMPLE-9',
      rules: [{ rule_id: 'motd', status: 'not_a_finding', finding_details: 'Seen on the host', comments: '' }],
    },
  ],
  target_data: { host_name: 'web-1' },
  cklb_version: '1.0',
});

const SMALLEST_CKL = `<CHECKLIST><ASSET><HOST_NAME>web-1</HOST_NAME></ASSET><STIGS><iSTIG><STIG_INFO>
<SI_DATA><SID_NAME>stigid</SID_NAME><SID_DATA>EXAMPLE-9</SID_DATA></SI_DATA></STIG_INFO>
<VULN><STIG_DATA><VULN_ATTRIBUTE>Rule_ID</VULN_ATTRIBUTE><ATTRIBUTE_DATA>motd</ATTRIBUTE_DATA></STIG_DATA>
<STATUS>NotAFinding</STATUS><FINDING_DETAILS>Seen on the host</FINDING_DETAILS><COMMENTS></COMMENTS></VULN></iSTIG></STIGS></CHECKLIST>`;

@ApiPathIds()
@Controller('reports/:report_id/systems/:system_id')
@ApiTags('reports')
export class ChecklistsController {
  constructor(private readonly checklists: ChecklistsService) {}

  @Get('checklist.ckl')
  @Operation('Download the checklist of a system as CKL, for STIG Viewer 2', {
    description: DESCRIPTION,
    access: MAY_READ,
    returns: file('application/xml', '<CHECKLIST></CHECKLIST>'),
    errors: ['system_not_found', 'too_many_heavy_requests'],
  })
  reportSystemChecklistCkl(
    @ParentIds('report_id', 'system_id') request: RecordRequest<'report_id' | 'system_id'>,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.checklists.read(request, 'ckl', client);
  }

  @Get('checklist.cklb')
  @Operation('Download the checklist of a system as CKLB, for STIG Viewer 3', {
    description: DESCRIPTION,
    access: MAY_READ,
    returns: file('application/json', '{"stigs":[],"cklb_version":"1.0"}'),
    errors: ['system_not_found', 'too_many_heavy_requests'],
  })
  reportSystemChecklistCklb(
    @ParentIds('report_id', 'system_id') request: RecordRequest<'report_id' | 'system_id'>,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.checklists.read(request, 'cklb', client);
  }

  @Post('checklist')
  @Operation('Import the checklist of a system', {
    description:
      'Keeps all fields of the checklist for later downloads. Where it states a result that neither the newest scan nor a ' +
      'review has, a review is requested with its details and comments as the reason. Where it lowers the severity of a ' +
      'rule, that is requested with its justification. Requests count once approved.',
    access: ['compliance:waiver:write', 'compliance:report:read', 'inventory:hosts:read'],
    parameters: queryDocs(ChecklistImportQuery),
    body: [
      'streamed',
      {
        description: 'The checklist, by its media type; may be compressed with gzip',
        required: true,
        content: {
          'application/json': { schema: { ...BINARY, description: 'A CKLB of STIG Viewer 3' }, example: SMALLEST_CKLB },
          'application/xml': { schema: { ...BINARY, description: 'A CKL of STIG Viewer 2' }, example: SMALLEST_CKL },
        },
      },
    ],
    returns: written(202, ChecklistImportRecord, { consumes: [] }),
    errors: [
      'system_not_found',
      'invalid_document',
      'processing_timed_out',
      'record_invalid',
      'too_many_waivers',
      'payload_too_large',
      'too_many_heavy_requests',
      'unsupported_media_type',
    ],
  })
  importReportSystemChecklist(
    @UploadedChecklist() document: ReceivedChecklist,
    @QueryParameters(ChecklistImportQuery, 'report_id', 'system_id')
    request: ListRequest<'report_id' | 'system_id', ChecklistImportQuery>,
    @RequestClient() client: Client,
    @Audit() note: AuditNote,
  ): Promise<ChecklistImportRecord> {
    return this.checklists.import(request, document, client, note);
  }
}
