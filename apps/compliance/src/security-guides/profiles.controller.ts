import { Get, Inject, Param, Put } from '@nestjs/common';
import { ApiBody, ApiParam } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { ApiErrors, CommonError, ComplianceError } from '@wardstone/errors';
import { JsonBody } from '../api/body.decorators';
import { ComplianceController } from '../api/compliance-controller.decorator';
import type { GivenBody } from '../api/domain/given-body';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import { ListParameters } from '../api/list-request';
import type { ListRequest } from '../api/list-request';
import { ApiList, ApiReads, ApiWrites } from '../api/openapi.decorators';
import { GUIDE_ID, PROFILE_KEY } from '../api/path-ids';
import { NoParameters } from '../api/single-record.interceptor';
import type { StoredRecord } from '../api/stored-record';
import { PROFILE_SORT } from './domain/guide-fields';
import { MinorVersionsBody, ProfileRecord } from './profile-record.dto';
import { ProfilesService } from './profiles.service';

@ComplianceController('security_guides/:security_guide_id/profiles', 'profiles')
export class ProfilesController {
  constructor(@Inject(ProfilesService) private readonly profiles: ProfilesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiParam(GUIDE_ID)
  @ApiList({
    operationId: 'Profiles',
    summary: 'List the profiles of a security guide',
    record: ProfileRecord,
    sort: PROFILE_SORT,
    filter: ['title', 'ref_id'],
    filterExample: 'ref_id = xccdf_org.ssgproject.content_profile_cis',
  })
  @ApiErrors(ComplianceError.security_guide_not_found)
  list(
    @ListParameters({ parents: ['security_guide_id'] }) request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope<object>> {
    return this.profiles.list(request);
  }

  @Get(':profile_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @NoParameters()
  @ApiParam(GUIDE_ID)
  @ApiParam(PROFILE_KEY)
  @ApiReads({ operationId: 'Profile', summary: 'Read a profile', record: ProfileRecord })
  @ApiErrors(ComplianceError.security_guide_not_found, ComplianceError.profile_not_found)
  read(
    @Param('security_guide_id') guideId: string,
    @Param('profile_id') id: string,
  ): Promise<RecordEnvelope<ProfileRecord>> {
    return this.profiles.read(guideId, id);
  }

  @Put(':profile_id/os_minor_versions')
  @RequirePermission('compliance:content:write', 'inventory:hosts:read')
  @ApiParam(GUIDE_ID)
  @ApiParam(PROFILE_KEY)
  @ApiWrites({
    operationId: 'RegisterMinorVersions',
    summary: 'Replace the minor versions of the operating system that a profile supports',
    status: 202,
    record: ProfileRecord,
  })
  @ApiBody({ type: MinorVersionsBody })
  @ApiErrors(
    ComplianceError.security_guide_not_found,
    ComplianceError.profile_not_found,
    ComplianceError.invalid_json,
    CommonError.payload_too_large,
    CommonError.unsupported_media_type,
  )
  registerMinors(
    @Param('security_guide_id') guideId: string,
    @Param('profile_id') id: string,
    @JsonBody() given: GivenBody,
  ): Promise<StoredRecord<ProfileRecord>> {
    return this.profiles.registerMinors(guideId, id, given);
  }
}
