import { Delete, Get, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { type Client, RequestClient, StreamedBody } from '@wardstone/bootstrap';
import {
  FilterQuery,
  GuideImportMeta,
  GuideImportQuery,
  ListQuery,
  SecurityGuideRecord,
  SupportedProfileRecord,
} from '@wardstone/dto/compliance';
import { ApiErrors, CommonError, ComplianceError } from '@wardstone/errors';
import type { ListEnvelope, StoredRecord } from '../api/envelope';
import { type ListRequest, QueryParameters, RecordId } from '../api/request';
import {
  ApiList,
  ApiQueryOf,
  ApiReads,
  ApiWrites,
  ComplianceController,
  MEDIA_TYPE,
  recordContent,
} from '../api/operation.decorators';
import { UploadedDocument, XML_TYPES, xmlDocument } from '../scap/document-upload.decorator';
import { GUIDE_FIELDS, GUIDE_SORT, SUPPORTED_PROFILE_FIELDS, SUPPORTED_PROFILE_SORT } from './domain/guide-fields';
import type { DocumentSource } from '../scap/document-stream';
import { GuideImportService } from './guide-import.service';
import { SecurityGuidesService } from './security-guides.service';

const SMALLEST_GUIDE = `<?xml version="1.0" encoding="UTF-8"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_org.example_benchmark_EXAMPLE-9">
  <title>Guide to Example 9</title>
  <description>A minimal guide</description>
  <version>1.0</version>
  <Profile id="xccdf_org.example_profile_basic">
    <title>Basic</title>
    <select idref="xccdf_org.example_rule_motd" selected="true"/>
  </Profile>
  <Group id="xccdf_org.example_group_banners">
    <title>Banners</title>
    <Rule id="xccdf_org.example_rule_motd" severity="low" selected="false"><title>Set a message of the day</title></Rule>
  </Group>
</Benchmark>`;

const IMPORTED = recordContent(SecurityGuideRecord, GuideImportMeta);

@ComplianceController('security_guides')
export class SecurityGuidesController {
  constructor(
    private readonly guides: SecurityGuidesService,
    private readonly imports: GuideImportService,
  ) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('SecurityGuides', 'List security guides', SecurityGuideRecord, {
    sort: GUIDE_SORT,
    filter: Object.keys(GUIDE_FIELDS),
    filterExample: 'os_major_version = 9',
  })
  list(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.guides.list(request);
  }

  @Get('os_versions')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiOperation({
    operationId: 'SecurityGuidesOS',
    summary: 'List the major versions of operating systems with security guides',
  })
  @ApiQueryOf(FilterQuery, {
    filter: {
      description: 'Condition on the guides, as in the list of guides',
      type: 'string',
      example: 'title ~ Linux',
    },
  })
  @ApiResponse({
    status: 200,
    description: 'Distinct major versions, ascending',
    content: { [MEDIA_TYPE]: { schema: { type: 'array', items: { type: 'integer' }, example: [7, 8, 9] } } },
  })
  @ApiErrors(ComplianceError.invalid_filter)
  listOsVersions(@QueryParameters(FilterQuery) request: ListRequest<never, FilterQuery>): Promise<number[]> {
    return this.guides.listOsVersions(request);
  }

  @Get('supported_profiles')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList(
    'SupportedProfiles',
    'List families of profiles with the minor versions they support',
    SupportedProfileRecord,
    {
      sort: SUPPORTED_PROFILE_SORT,
      filter: Object.keys(SUPPORTED_PROFILE_FIELDS),
      filterExample: 'os_major_version = 9',
    },
  )
  listSupportedProfiles(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.guides.listSupportedProfiles(request);
  }

  @Post()
  @RequirePermission('compliance:content:write', 'inventory:hosts:read')
  @StreamedBody()
  @ApiBody({ description: 'The document', schema: xmlDocument(SMALLEST_GUIDE) })
  @ApiResponse({ status: 200, description: 'The guide that already has this document', content: IMPORTED })
  @ApiResponse({ status: 202, description: 'The guide with its new content', content: IMPORTED })
  @ApiWrites('ImportSecurityGuide', 'Import a security guide', 201, SecurityGuideRecord, {
    description:
      'Imports a SCAP source datastream (a file `ssg-*-ds.xml`, optionally compressed with gzip) as one guide, all or nothing. ' +
      'The same document again changes nothing (200). Another document of the same guide and version is refused (409), or ' +
      'replaces it (202) if `replace` is true. `os_minor_versions` are added to the registered minor versions; `meta` names new ones.',
    consumes: XML_TYPES,
    meta: GuideImportMeta,
  })
  @ApiQuery({ type: GuideImportQuery })
  @ApiErrors(
    ComplianceError.invalid_document,
    ComplianceError.security_guide_conflict,
    ComplianceError.processing_timed_out,
    CommonError.payload_too_large,
    CommonError.too_many_heavy_requests,
    CommonError.unsupported_media_type,
  )
  import(
    @UploadedDocument() document: DocumentSource,
    @QueryParameters(GuideImportQuery) request: ListRequest<never, GuideImportQuery>,
    @RequestClient() client: Client,
  ): Promise<StoredRecord<SecurityGuideRecord>> {
    return this.imports.import(document, request, client);
  }

  @Get(':security_guide_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('SecurityGuide', 'Get a security guide', SecurityGuideRecord)
  read(@RecordId('security_guide_id') id: string): Promise<SecurityGuideRecord> {
    return this.guides.read(id);
  }

  @Delete(':security_guide_id')
  @RequirePermission('compliance:content:write', 'inventory:hosts:read')
  @StreamedBody()
  @ApiWrites('DeleteSecurityGuide', 'Delete an unused security guide', 202, SecurityGuideRecord)
  @ApiErrors(ComplianceError.security_guide_in_use)
  remove(@RecordId('security_guide_id') id: string): Promise<SecurityGuideRecord> {
    return this.guides.remove(id);
  }
}
