import { Injectable } from '@nestjs/common';
import type { FilterQuery, SystemRecord, TaggedListQuery } from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import type { ListRequest, RecordRequest } from '../api/request';
import { requireRecord, systemNotFound } from '../api/record-errors';
import { POLICY_SYSTEM_SORT, REPORT_SYSTEM_FIELDS } from '../systems/domain/system-fields';
import { type PolicySystemList, SystemListService } from '../systems/system-list.service';
import { ReportsService, reportNotFound } from './reports.service';

/** Systems of the policy of a report (rules compliance-7, compliance-19). */
@Injectable()
export class ReportSystemsService {
  constructor(
    private readonly reports: ReportsService,
    private readonly systems: SystemListService,
  ) {}

  /** @throws invalid_filter, report_not_found, invalid_sort */
  list(request: ListRequest<'report_id', TaggedListQuery>): Promise<ListEnvelope> {
    return this.systems.listOfPolicy(request, toList(request));
  }

  /** @throws invalid_filter, report_not_found */
  listOsVersions(request: ListRequest<'report_id', FilterQuery>): Promise<string[]> {
    return this.systems.listOsVersionsOfPolicy(request, toList(request));
  }

  /** @throws report_not_found, system_not_found */
  async read(request: RecordRequest<'report_id'>, givenId: string): Promise<SystemRecord> {
    const reportId = await this.reports.require(request);
    return requireRecord(givenId, systemNotFound, (id) => this.systems.findOfPolicy(request.caller, reportId, id));
  }
}

const toList = ({ parents, givenParents }: RecordRequest<'report_id'>): PolicySystemList => ({
  policyId: parents.report_id,
  notFound: reportNotFound(givenParents.report_id),
  fields: REPORT_SYSTEM_FIELDS,
  sort: POLICY_SYSTEM_SORT,
  hasPolicies: true,
});
