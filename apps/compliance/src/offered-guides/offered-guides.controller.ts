import { Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import {
  AgentGuidesBody,
  AgentGuidesRecord,
  OfferedGuideRecord,
  OfferedGuidesRecord,
  SecurityGuideRecord,
} from '@wardstone/dto/compliance';
import type { StoredRecord } from '../api/envelope';
import { ComplianceController, record, written } from '../api/operation-parts';
import { JsonBody, noParameters, RecordId, type WriteRequest } from '../api/request';
import { type ReceivedDocument, UploadedDocument, xmlDocument } from '../scap/document-upload.decorator';
import { OfferedGuidesService } from './offered-guides.service';

@ComplianceController('offered_guides', 'security_guides')
export class OfferedGuidesController {
  constructor(private readonly service: OfferedGuidesService) {}

  @Get()
  @Operation('List guides that hosts offer', {
    description:
      'Agents report guides of the package `scap-security-guide` for the operating system of their host. Imported ones are left out.',
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    parameters: noParameters,
    returns: [record(OfferedGuidesRecord), ApiExtraModels(OfferedGuideRecord)],
  })
  offeredGuides(@Caller() caller: CallerIdentity): Promise<OfferedGuidesRecord> {
    return this.service.list(caller);
  }

  @Patch(':sha256')
  @Operation('Request the import of a guide that hosts offer', {
    description:
      'One of the hosts sends the file within a minute or two. It is imported like an upload if it has this digest.',
    access: ['compliance:content:write', 'inventory:hosts:read'],
    body: 'ignored',
    returns: written(202, OfferedGuideRecord),
  })
  importOfferedGuide(
    @Caller() caller: CallerIdentity,
    @RecordId('sha256') sha256: string,
    @Audit() note: AuditNote,
  ): Promise<OfferedGuideRecord> {
    return this.service.request(caller, sha256, note);
  }
}

@ComplianceController('agent/guides', 'agents')
export class AgentGuidesController {
  constructor(private readonly service: OfferedGuidesService) {}

  @Put()
  @Operation('Report the guides on the host of the calling agent', {
    access: ['compliance:report:write', 'inventory:hosts:read'],
    returns: written(202, AgentGuidesRecord),
    errors: ['system_not_found'],
  })
  putAgentGuides(@JsonBody(AgentGuidesBody) request: WriteRequest<AgentGuidesBody>): Promise<AgentGuidesRecord> {
    return this.service.report(request);
  }

  @Post(':sha256')
  @Operation('Send a requested guide', {
    description: 'Only guides that `AgentScans` names as wanted; the decoded file must have the digest in the path.',
    access: ['compliance:report:write', 'inventory:hosts:read'],
    body: [
      'streamed',
      {
        description: 'The file, plain or compressed with gzip',
        required: true,
        content: { 'application/xml': { schema: xmlDocument('<?xml version="1.0"?>') } },
      },
    ],
    returns: written(202, SecurityGuideRecord, { consumes: [] }),
    errors: [
      'system_not_found',
      'invalid_document',
      'security_guide_conflict',
      'processing_timed_out',
      'payload_too_large',
      'too_many_heavy_requests',
      'unsupported_media_type',
    ],
  })
  sendAgentGuide(
    @Caller() caller: CallerIdentity,
    @Param('sha256') sha256: string,
    @UploadedDocument() document: ReceivedDocument,
    @RequestClient() client: Client,
  ): Promise<StoredRecord<SecurityGuideRecord>> {
    return this.service.receive(caller, sha256, document, client);
  }
}
