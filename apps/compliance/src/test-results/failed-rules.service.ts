import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { readFilter, readWindow } from '../api/contract.pipe';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import type { ListRequest } from '../api/request';
import { SystemsService } from '../systems/systems.service';
import { FAILED_RULE_FIELDS, FAILED_RULE_SORT } from './domain/test-result-fields';
import { FailedRulesQueries } from './failed-rules.queries';

/** Rules that failed in the newest results of a system (rule compliance-51). */
@Injectable()
export class FailedRulesService {
  constructor(
    private readonly queries: FailedRulesQueries,
    private readonly systems: SystemsService,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_filter, system_not_found, invalid_sort */
  async list(request: ListRequest<'system_id'>): Promise<ListEnvelope> {
    const filter = readFilter(request, FAILED_RULE_FIELDS);
    const { id } = await this.systems.requireParent(request);
    const window = readWindow(request, filter, FAILED_RULE_SORT);
    const scope = { systemId: id, at: new Date(this.clock.now()) };
    return listEnvelope(request, await this.queries.findPage(request.caller.orgId, scope, window));
  }
}
