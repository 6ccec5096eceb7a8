import { Injectable } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import type { GuideChangesQuery } from '@wardstone/dto/compliance';
import { readFilter, readWindow } from '../api/contract.pipe';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import type { ListRequest } from '../api/request';
import { GUIDE_CHANGE_FIELDS, GUIDE_CHANGE_SORT } from './domain/guide-fields';
import { GuideChangesQueries } from './guide-changes.queries';
import { guideNotFound, SecurityGuidesService } from './security-guides.service';

/** Compares two versions of a guide (rule compliance-48). */
@Injectable()
export class GuideChangesService {
  constructor(
    private readonly queries: GuideChangesQueries,
    private readonly guides: SecurityGuidesService,
    private readonly heavyWork: HeavyWork,
  ) {}

  /** @throws invalid_filter, invalid_sort, security_guide_not_found, too_many_heavy_requests */
  async list(request: ListRequest<'security_guide_id', GuideChangesQuery>, client: Client): Promise<ListEnvelope> {
    const filter = readFilter(request, GUIDE_CHANGE_FIELDS);
    const { security_guide_id: given } = request.givenParents;
    const guide = await this.guides.read(given);
    const former = request.since === undefined ? undefined : await this.guides.read(request.since);
    const window = readWindow(request, filter, GUIDE_CHANGE_SORT);
    await this.heavyWork.begin(client);
    const formerId = former?.id ?? (await this.queries.findFormer(guide.id));
    if (formerId === undefined) throw guideNotFound(`former version of ${given}`);
    return listEnvelope(request, await this.queries.findPage(guide.id, formerId, window));
  }
}
