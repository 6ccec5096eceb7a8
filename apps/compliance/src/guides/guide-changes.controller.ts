import { Get } from '@nestjs/common';
import { type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import { GuideChangeRecord, GuideChangesQuery } from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { ComplianceController, page } from '../api/operation-parts';
import { type ListRequest, QueryParameters } from '../api/request';
import { GUIDE_CHANGE_FIELDS, GUIDE_CHANGE_SORT } from './domain/guide-fields';
import { GuideChangesService } from './guide-changes.service';

@ComplianceController('security_guides/:security_guide_id/changes', 'security guides')
export class GuideChangesController {
  constructor(private readonly changes: GuideChangesService) {}

  @Get()
  @Operation('List what differs between two versions of a security guide', {
    description: 'Rules, values and profiles that were added, removed, or changed since another version of the guide.',
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(GuideChangeRecord, {
      sort: GUIDE_CHANGE_SORT,
      filter: GUIDE_CHANGE_FIELDS,
      filterExample: 'kind = rule AND change = added',
      query: GuideChangesQuery,
    }),
    errors: ['too_many_heavy_requests'],
  })
  securityGuideChanges(
    @QueryParameters(GuideChangesQuery, 'security_guide_id')
    request: ListRequest<'security_guide_id', GuideChangesQuery>,
    @RequestClient() client: Client,
  ): Promise<ListEnvelope> {
    return this.changes.list(request, client);
  }
}
