import { Delete, Get, Post } from '@nestjs/common';
import { ApiQuery, ApiResponse } from '@nestjs/swagger';
import { type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import {
  FilterQuery,
  GuideImportMeta,
  GuideImportQuery,
  ListQuery,
  SecurityGuideRecord,
  SupportedProfileRecord,
} from '@wardstone/dto/compliance';
import type { ListEnvelope, StoredRecord } from '../api/envelope';
import { type ListRequest, QueryParameters, RecordId } from '../api/request';
import {
  ComplianceController,
  MEDIA_TYPE,
  page,
  queryDocs,
  record,
  recordContent,
  written,
} from '../api/operation-parts';
import { type ReceivedDocument, UploadedDocument } from '../scap/document-upload.decorator';
import { reportContents } from '../scap/report-examples';
import { GUIDE_FIELDS, GUIDE_SORT, SUPPORTED_PROFILE_FIELDS, SUPPORTED_PROFILE_SORT } from './domain/guide-fields';
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
  @Operation('List security guides', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(SecurityGuideRecord, {
      sort: GUIDE_SORT,
      filter: Object.keys(GUIDE_FIELDS),
      filterExample: 'os_major_version = 9',
    }),
  })
  securityGuides(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.guides.list(request);
  }

  @Get('os_versions')
  @Operation('List the major versions of operating systems with security guides', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    parameters: queryDocs(FilterQuery, {
      filter: {
        description: 'Condition on the guides, as in the list of guides',
        type: 'string',
        example: 'title ~ Linux',
      },
    }),
    returns: ApiResponse({
      status: 200,
      description: 'Distinct major versions, ascending',
      content: { [MEDIA_TYPE]: { schema: { type: 'array', items: { type: 'integer' }, example: [7, 8, 9] } } },
    }),
    errors: ['invalid_filter'],
  })
  securityGuidesOS(@QueryParameters(FilterQuery) request: ListRequest<never, FilterQuery>): Promise<number[]> {
    return this.guides.listOsVersions(request);
  }

  @Get('supported_profiles')
  @Operation('List families of profiles with the minor versions they support', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(SupportedProfileRecord, {
      sort: SUPPORTED_PROFILE_SORT,
      filter: Object.keys(SUPPORTED_PROFILE_FIELDS),
      filterExample: 'os_major_version = 9',
    }),
  })
  supportedProfiles(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.guides.listSupportedProfiles(request);
  }

  @Post()
  @Operation('Import a security guide', {
    description:
      'Imports a SCAP source datastream (a file `ssg-*-ds.xml`, optionally compressed with gzip) as one guide, all or nothing. ' +
      'Importing the same document again changes nothing (200). Another document of the same guide and version is refused (409), or ' +
      'replaces it (202) if `replace` is true. The rules of a report by InSpec, kube-bench, Wazuh, Trivy or Lynis become a guide ' +
      'with one profile; give `os_major_version`. `os_minor_versions` are added to the registered minor versions; `meta` names new ones.',
    access: ['compliance:content:write', 'inventory:hosts:read'],
    parameters: ApiQuery({ type: GuideImportQuery }),
    body: [
      'streamed',
      {
        description: 'SCAP source datastream, or a report whose rules become the guide',
        required: true,
        content: reportContents(SMALLEST_GUIDE),
      },
    ],
    returns: [
      ApiResponse({ status: 200, description: 'The guide that already has this document', content: IMPORTED }),
      ApiResponse({ status: 202, description: 'The guide with its new content', content: IMPORTED }),
      written(201, SecurityGuideRecord, { consumes: [], meta: GuideImportMeta }),
    ],
    errors: [
      'invalid_document',
      'security_guide_conflict',
      'processing_timed_out',
      'payload_too_large',
      'too_many_heavy_requests',
      'unsupported_media_type',
    ],
  })
  importSecurityGuide(
    @UploadedDocument() document: ReceivedDocument,
    @QueryParameters(GuideImportQuery) request: ListRequest<never, GuideImportQuery>,
    @RequestClient() client: Client,
  ): Promise<StoredRecord<SecurityGuideRecord>> {
    return this.imports.import(document, request, client);
  }

  @Get(':security_guide_id')
  @Operation('Get a security guide', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(SecurityGuideRecord),
  })
  securityGuide(@RecordId('security_guide_id') id: string): Promise<SecurityGuideRecord> {
    return this.guides.read(id);
  }

  @Delete(':security_guide_id')
  @Operation('Delete an unused security guide', {
    access: ['compliance:content:write', 'inventory:hosts:read'],
    body: 'ignored',
    returns: written(202, SecurityGuideRecord),
    errors: ['security_guide_in_use'],
  })
  deleteSecurityGuide(@RecordId('security_guide_id') id: string): Promise<SecurityGuideRecord> {
    return this.guides.remove(id);
  }
}
