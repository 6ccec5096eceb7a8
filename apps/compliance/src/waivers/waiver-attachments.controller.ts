import { Controller, Get, Post, type StreamableFile } from '@nestjs/common';
import { ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Audit, type AuditNote, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import { WaiverAttachmentQuery, WaiverRecord } from '@wardstone/dto/compliance';
import { written } from '../api/operation-parts';
import { ApiPathIds } from '../api/path-ids';
import { type ListRequest, ParentIds, QueryParameters, type RecordRequest } from '../api/request';
import { ANY_TYPE, type ReceivedDocument, UploadedFile } from '../scap/document-upload.decorator';
import { MAX_ATTACHMENT_BYTES } from './domain/waiver-violations';
import { WaiverAttachmentsService } from './waiver-attachments.service';

const FILE = { [ANY_TYPE]: { schema: { type: 'string', format: 'binary' }, example: 'Seen on the host' } };

@ApiPathIds()
@Controller('waivers/:waiver_id')
@ApiTags('waivers')
export class WaiverAttachmentsController {
  constructor(private readonly attachments: WaiverAttachmentsService) {}

  @Post('attachment')
  @Operation('Attach a file to an exception, review or plan', {
    description:
      'One file of up to 5 MiB, before the decision: what approvers saw does not change. Files are not examined, and are ' +
      'only downloaded.',
    access: ['compliance:waiver:write', 'inventory:hosts:read'],
    parameters: ApiQuery({ type: WaiverAttachmentQuery }),
    body: ['streamed', { description: 'The file', required: true, content: FILE }],
    returns: written(202, WaiverRecord, { consumes: [] }),
    errors: ['record_invalid', 'payload_too_large', 'too_many_heavy_requests', 'unsupported_media_type'],
  })
  attachToWaiver(
    @UploadedFile(MAX_ATTACHMENT_BYTES) file: ReceivedDocument,
    @QueryParameters(WaiverAttachmentQuery, 'waiver_id') request: ListRequest<'waiver_id', WaiverAttachmentQuery>,
    @RequestClient() client: Client,
    @Audit() note: AuditNote,
  ): Promise<WaiverRecord> {
    return this.attachments.attach(request, file, client, note);
  }

  @Get('attachment')
  @Operation('Download the file attached to an exception, review or plan', {
    access: ['compliance:waiver:read', 'inventory:hosts:read'],
    returns: ApiResponse({ status: 200, description: 'The file', content: FILE }),
  })
  waiverAttachment(@ParentIds('waiver_id') request: RecordRequest<'waiver_id'>): Promise<StreamableFile> {
    return this.attachments.read(request);
  }
}
