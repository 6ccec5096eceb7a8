import { Get, Param, Put } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { ListQuery, MinorVersionsBody, ProfileRecord } from '@wardstone/dto/compliance';
import { ApiErrors, CommonError, ComplianceError } from '@wardstone/errors';
import type { ListEnvelope } from '../api/envelope';
import { JsonBody, type ListRequest, NoParameters, QueryParameters, type WriteRequest } from '../api/request';
import { ApiList, ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { PROFILE_SORT } from './domain/guide-fields';
import { ProfilesService } from './profiles.service';

@ComplianceController('security_guides/:security_guide_id/profiles', 'profiles')
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('Profiles', 'List the profiles of a security guide', ProfileRecord, {
    sort: PROFILE_SORT,
    filter: ['title', 'ref_id'],
    filterExample: 'ref_id = xccdf_org.ssgproject.content_profile_cis',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.profiles.list(request);
  }

  @Get(':profile_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @NoParameters()
  @ApiReads('Profile', 'Get a profile', ProfileRecord)
  read(@Param('security_guide_id') guideId: string, @Param('profile_id') id: string): Promise<ProfileRecord> {
    return this.profiles.read(guideId, id);
  }

  @Put(':profile_id/os_minor_versions')
  @RequirePermission('compliance:content:write', 'inventory:hosts:read')
  @ApiWrites(
    'RegisterMinorVersions',
    'Replace the minor versions of the operating system that a profile supports',
    202,
    ProfileRecord,
  )
  @ApiErrors(ComplianceError.invalid_json, CommonError.payload_too_large, CommonError.unsupported_media_type)
  registerMinors(
    @JsonBody(MinorVersionsBody, { name: 'security_guide_id', isFirst: true })
    request: WriteRequest<MinorVersionsBody, 'security_guide_id'>,
    @Param('profile_id') id: string,
  ): Promise<ProfileRecord> {
    return this.profiles.registerMinors(request, id);
  }
}
