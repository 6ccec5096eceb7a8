import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { FilterQuery, SystemRecord, TaggedListQuery } from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import type { ListRequest, Parents } from '../api/request';
import { ownId, systemNotFound } from '../api/record-errors';
import { POLICY_SYSTEM_SORT, REPORT_SYSTEM_FIELDS } from '../systems/domain/system-fields';
import { type PolicySystemList, SystemListService } from '../systems/system-list.service';
import { ReportsService, reportNotFound } from './reports.service';

type OfReport = 'report_id';

/** The systems of the policy behind a report (rules compliance-7, compliance-19). */
@Injectable()
export class ReportSystemsService {
  constructor(
    private readonly reports: ReportsService,
    private readonly systems: SystemListService,
  ) {}

  /** @throws invalid_filter, report_not_found, invalid_sort */
  list(caller: CallerIdentity, request: ListRequest<OfReport, TaggedListQuery>): Promise<ListEnvelope> {
    return this.systems.listOfPolicy(caller, request, listOf(request));
  }

  /** @throws invalid_filter, report_not_found */
  listOsVersions(caller: CallerIdentity, request: ListRequest<OfReport, FilterQuery>): Promise<string[]> {
    return this.systems.listOsVersionsOfPolicy(caller, request, listOf(request));
  }

  /** @throws report_not_found, system_not_found */
  async read(caller: CallerIdentity, of: Parents<OfReport>, givenId: string): Promise<SystemRecord> {
    const reportId = await this.reports.require(caller, of);
    const id = ownId(givenId, () => systemNotFound(givenId));
    const system = await this.systems.findOfPolicy(caller, reportId, id);
    if (!system) throw systemNotFound(givenId);
    return system;
  }
}

const listOf = ({ parents, givenParents }: Parents<OfReport>): PolicySystemList => ({
  policyId: parents.report_id,
  notFound: reportNotFound(givenParents.report_id),
  fields: REPORT_SYSTEM_FIELDS,
  sort: POLICY_SYSTEM_SORT,
  hasPolicies: true,
});
