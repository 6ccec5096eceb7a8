import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { ControlFileQuery, ControlsQuery } from '@wardstone/dto/compliance';
import { renderCsv } from '@wardstone/media-types';
import { paceBlocks } from '@wardstone/turns';
import { readFilter, readWindow } from '../api/contract.pipe';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import type { ListRequest, RecordRequest } from '../api/request';
import { ReportsService } from '../reports/reports.service';
import { narrowReach, toSystemReach } from '../systems/domain/system-reach';
import { SystemsService } from '../systems/systems.service';
import { type ControlRuleRow, type ControlScope, ControlsQueries } from './controls.queries';
import { CONTROL_FIELDS, CONTROL_SORT, FRAMEWORK_STATE_FIELDS, FRAMEWORK_STATE_SORT } from './domain/control-fields';

const HEAD = ['framework', 'framework_title', 'control', 'state', 'rule', 'rule_title', 'severity', 'rule_state'];
const COUNTS = ['failed_systems', 'passed_systems', 'state_with_exceptions', 'rule_excepted'];
/** Number of lines written at once. */
const LINES = 500;

/** Resolves the policies and systems of a request; throws if they do not exist. */
type FindScope = (caller: CallerIdentity) => Promise<Omit<ControlScope, 'reach' | 'at'>>;

/** Controls with the state of their rules by the newest results (rule compliance-45). */
@Injectable()
export class ControlsService {
  constructor(
    private readonly queries: ControlsQueries,
    private readonly reports: ReportsService,
    private readonly systems: SystemsService,
    private readonly heavyWork: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** @throws report_not_found */
  readonly ofReport =
    (request: RecordRequest<'report_id'>): FindScope =>
    async () => ({
      reportId: await this.reports.require(request),
    });

  /** @throws system_not_found */
  readonly ofSystem =
    (request: RecordRequest<'system_id'>): FindScope =>
    async () => ({
      systemId: (await this.systems.requireParent(request)).id,
    });

  readonly ofOrganisation: FindScope = async () => Promise.resolve({});

  /** @throws invalid_filter, invalid_sort, too_many_heavy_requests, what the scope throws */
  async list(request: ListRequest<string, ControlsQuery>, findScope: FindScope, client: Client): Promise<ListEnvelope> {
    const filter = readFilter(request, CONTROL_FIELDS);
    const scope = await this.requireScope(request, findScope);
    const window = readWindow(request, filter, CONTROL_SORT);
    await this.heavyWork.begin(client);
    return listEnvelope(request, await this.queries.findPage(request.caller.orgId, scope, window));
  }

  /** @throws invalid_filter, invalid_sort, too_many_heavy_requests, what the scope throws */
  async listFrameworks(
    request: ListRequest<string, ControlsQuery>,
    findScope: FindScope,
    client: Client,
  ): Promise<ListEnvelope> {
    const filter = readFilter(request, FRAMEWORK_STATE_FIELDS);
    const scope = await this.requireScope(request, findScope);
    const window = readWindow(request, filter, FRAMEWORK_STATE_SORT);
    await this.heavyWork.begin(client);
    return listEnvelope(request, await this.queries.findFrameworks(request.caller.orgId, scope, window));
  }

  /**
   * A line for each rule of each control.
   * @throws invalid_filter, too_many_heavy_requests, what the scope throws
   */
  async readCsv(
    request: ListRequest<string, ControlFileQuery>,
    findScope: FindScope,
    client: Client,
  ): Promise<StreamableFile> {
    const filter = readFilter(request, CONTROL_FIELDS);
    const scope = await this.requireScope(request, findScope);
    const turn = await this.heavyWork.begin(client);
    const rows = await this.queries.findRules(request.caller.orgId, scope, filter);
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    return new StreamableFile(Readable.from(paceBlocks(turn.share(writeLines(rows))), { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="controls-${day}.csv"`,
    });
  }

  private async requireScope(
    { caller, group_id: groupId }: ListRequest<string, Pick<ControlsQuery, 'group_id'>>,
    findScope: FindScope,
  ): Promise<ControlScope> {
    const reach = narrowReach(toSystemReach(caller), groupId);
    return { ...(await findScope(caller)), reach, at: new Date(this.clock.now()) };
  }
}

async function* writeLines(rows: readonly ControlRuleRow[]): AsyncIterable<string> {
  yield renderCsv([[...HEAD, ...COUNTS]]);
  for (let at = 0; at < rows.length; at += LINES) {
    yield await Promise.resolve(renderCsv(rows.slice(at, at + LINES).map(toCells)));
  }
}

const toCells = (row: ControlRuleRow) => [
  row.framework,
  row.framework_title,
  row.name,
  row.state,
  row.rule,
  row.rule_title,
  row.severity,
  row.rule_state,
  row.failed_count,
  row.passed_count,
  row.state_with_exceptions,
  row.excepted,
];
