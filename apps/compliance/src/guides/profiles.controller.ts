import { Get, Param, Put } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import { ListQuery, MinorVersionsBody, ProfileRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { JsonBody, type ListRequest, noParameters, QueryParameters, type WriteRequest } from '../api/request';
import { ComplianceController, page, record, written } from '../api/operation-parts';
import { PROFILE_SORT } from './domain/guide-fields';
import { ProfilesService } from './profiles.service';

@ComplianceController('security_guides/:security_guide_id/profiles', 'profiles')
export class ProfilesController {
  constructor(private readonly service: ProfilesService) {}

  @Get()
  @Operation('List the profiles of a security guide', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(ProfileRecord, {
      sort: PROFILE_SORT,
      filter: ['title', 'ref_id'],
      filterExample: 'ref_id = xccdf_org.ssgproject.content_profile_cis',
    }),
  })
  profiles(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.service.list(request);
  }

  @Get(':profile_id')
  @Operation('Get a profile', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    parameters: noParameters,
    returns: record(ProfileRecord),
  })
  profile(@Param('security_guide_id') guideId: string, @Param('profile_id') id: string): Promise<ProfileRecord> {
    return this.service.read(guideId, id);
  }

  @Put(':profile_id/os_minor_versions')
  @Operation('Replace the minor versions of the operating system that a profile supports', {
    access: ['compliance:content:write', 'inventory:hosts:read'],
    returns: written(202, ProfileRecord),
    errors: ['invalid_json', 'payload_too_large', 'unsupported_media_type'],
  })
  registerMinorVersions(
    @JsonBody(MinorVersionsBody, { name: 'security_guide_id', isFirst: true })
    request: WriteRequest<MinorVersionsBody, 'security_guide_id'>,
    @Param('profile_id') id: string,
  ): Promise<ProfileRecord> {
    return this.service.registerMinors(request, id);
  }
}
