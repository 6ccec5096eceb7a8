import { Get } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import { SystemFailedRuleRecord, ListQuery } from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { ComplianceController, page } from '../api/operation-parts';
import { type ListRequest, QueryParameters } from '../api/request';
import { FAILED_RULE_FIELDS, FAILED_RULE_SORT } from './domain/test-result-fields';
import { FailedRulesService } from './failed-rules.service';

@ComplianceController('systems/:system_id/failed_rules', 'test results')
export class FailedRulesController {
  constructor(private readonly failedRules: FailedRulesService) {}

  @Get()
  @Operation('List the failed rules of a system, by all of its policies', {
    description:
      'From the newest results. The filter attribute `file` finds rules about a file, for example one that has just changed.',
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: page(SystemFailedRuleRecord, {
      sort: FAILED_RULE_SORT,
      filter: FAILED_RULE_FIELDS,
      filterExample: 'file ^ (/etc/ssh/sshd_config /etc/login.defs)',
    }),
  })
  systemFailedRules(@QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>): Promise<ListEnvelope> {
    return this.failedRules.list(request);
  }
}
