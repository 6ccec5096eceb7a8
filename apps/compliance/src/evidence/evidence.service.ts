import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { readPatiently } from '@wardstone/database';
import type { EvidenceQuery } from '@wardstone/dto/compliance';
import {
  type DocumentHead,
  type EvidenceHead,
  type EvidenceRule,
  type EvidenceSystem,
  type EvidenceTailoring,
  type EvidenceWriter,
  type IncludedRules,
  type ReadSystems,
  summaryText,
} from '@wardstone/evidence';
import { paceBlocks } from '@wardstone/turns';
import { systemNotFound } from '../api/record-errors';
import type { ListRequest, RecordRequest } from '../api/request';
import { reportNotFound } from '../reports/reports.service';
import { TrendsService } from '../reports/trends.service';
import { narrowReach, toSystemReach } from '../systems/domain/system-reach';
import { TailoringFilesService } from '../tailorings/tailoring-files.service';
import {
  EvidenceQueries,
  type EvidenceScope,
  type RuleRow,
  type SystemRow,
  type TailoringRow,
} from './evidence.queries';

/** Small batches, because systems have hundreds of rules each, and other requests wait while their rows are read. */
const SYSTEMS_AT_ONCE = 10;

export interface EvidenceFormat {
  /** Prefix of the file name. */
  readonly name?: string;
  readonly mediaType: string;
  readonly extension: string;
  readonly write: EvidenceWriter;
}

type Requested = ListRequest<'report_id', EvidenceQuery>;

type FoundScope = EvidenceScope & Pick<EvidenceHead, 'madeAt' | 'policy'>;

/** Controls by rule, read once for a file. */
type ControlsOfRules = Map<string, readonly string[]>;

/** A file that is created while it is sent. */
export function toFile(
  kind: string,
  { reportId, at }: EvidenceScope,
  { mediaType: type, extension, chunks }: Omit<EvidenceFormat, 'write'> & { chunks: ReturnType<EvidenceWriter> },
): StreamableFile {
  const disposition = `attachment; filename="${kind}-${reportId}-${at.toISOString().slice(0, 10)}.${extension}"`;
  return new StreamableFile(Readable.from(paceBlocks(chunks), { objectMode: false }), { type, disposition });
}

/** Evidence for auditors, with digests of its sources (rule compliance-41). */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly queries: EvidenceQueries,
    private readonly trends: TrendsService,
    private readonly tailorings: TailoringFilesService,
    private readonly heavyWork: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_parameter, report_not_found, system_not_found, too_many_heavy_requests */
  async read(request: Requested, format: EvidenceFormat, client: Client): Promise<StreamableFile> {
    const { caller, system_id: systemId, group_id: groupId, at } = request;
    const systemIds = systemId === undefined ? undefined : [systemId];
    const scope = await this.toScope(request, { systemIds, groupId, at });
    const turn = await this.heavyWork.begin(client);
    const head: EvidenceHead = {
      ...(await this.readHead(caller, scope)),
      trend: await this.trends.findUntil(caller.orgId, scope),
      figures: await this.queries.countSystems(caller.orgId, scope),
      group: groupId && ((await this.queries.findGroupName(caller.orgId, scope.reach, groupId)) ?? groupId),
    };
    const readSystems: ReadSystems = (rules) =>
      paceBlocks(this.eachSystem(caller, scope, { rules, signal: client.signal }));
    return toFile(format.name ?? 'evidence', scope, { ...format, chunks: turn.share(format.write(head, readSystems)) });
  }

  /** The report in one sentence. @throws report_not_found */
  async summarize(request: Requested): Promise<{ policy: EvidenceHead['policy']; summary: string }> {
    const scope = await this.toScope(request, { systemIds: undefined });
    return { policy: scope.policy, summary: summaryText(await this.queries.countSystems(request.caller.orgId, scope)) };
  }

  /** Scope of a file. @throws system_not_found */
  async toScope(
    { caller, parents, givenParents }: RecordRequest<'report_id'>,
    { systemIds, groupId, at }: { systemIds: readonly string[] | undefined; groupId?: string; at?: Date | undefined },
  ): Promise<FoundScope> {
    const madeAt = new Date(this.clock.now());
    const policy = await this.queries.findPolicy(caller.orgId, parents.report_id);
    if (!policy) throw reportNotFound(givenParents.report_id);
    const reach = narrowReach(toSystemReach(caller), groupId);
    const hidden = systemIds && (await this.queries.findHidden(caller.orgId, reach, systemIds));
    if (hidden !== undefined) throw systemNotFound(hidden);
    return { reach, reportId: parents.report_id, systemIds, at: at ?? madeAt, madeAt, policy };
  }

  async readHead(caller: CallerIdentity, { madeAt, at, policy, reportId }: FoundScope): Promise<DocumentHead> {
    return { madeAt, at, policy, tailorings: await this.findTailorings(caller, reportId) };
  }

  private async findTailorings({ orgId }: CallerIdentity, policyId: string): Promise<EvidenceTailoring[]> {
    const found: EvidenceTailoring[] = [];
    for (const row of await this.queries.findTailorings(orgId, policyId)) {
      found.push(withDigest(row, await this.tailorings.renderXccdf(orgId, row.id, row.updated_at.getTime())));
    }
    return found;
  }

  /** Systems by name, each with its newest result at the time. */
  async *eachSystem(
    { orgId }: CallerIdentity,
    scope: EvidenceScope,
    { rules: included, signal }: { rules: IncludedRules; signal: AbortSignal },
  ): AsyncIterable<EvidenceSystem> {
    let after: SystemRow | undefined;
    const controls: ControlsOfRules = new Map();
    for (;;) {
      const page = { after, limit: SYSTEMS_AT_ONCE };
      const rows = await readPatiently(() => this.queries.findSystems(orgId, scope, page), signal);
      const ids = included === 'none' ? [] : rows.flatMap(({ result_id }) => result_id ?? []);
      const rules = await readPatiently(
        () => this.findRules(orgId, ids, { at: scope.at, onlyFailed: included === 'failed' }, controls),
        signal,
      );
      for (const { id, display_name, os_version, result_id, exceptions, ...result } of rows) {
        const ofResult = rules.get(result_id ?? '') ?? [];
        yield {
          id,
          display_name,
          os_version,
          result: result_id === null ? null : { ...result, ...exceptions, id: result_id, rules: ofResult },
        };
      }
      if (rows.length < SYSTEMS_AT_ONCE) return;
      after = rows.at(-1);
    }
  }

  private async findRules(
    orgId: string,
    resultIds: readonly string[],
    which: { at: Date; onlyFailed: boolean },
    controls: ControlsOfRules,
  ): Promise<Map<string, EvidenceRule[]>> {
    if (resultIds.length === 0) return new Map();
    const rows = await this.queries.findRules(orgId, resultIds, which);
    await this.addControls(orgId, rows, controls);
    const ids = new Set(rows.flatMap(({ waiver_id, lowering_id }) => [waiver_id ?? [], lowering_id ?? []].flat()));
    const found = ids.size > 0 ? await this.queries.findWaivers(orgId, [...ids]) : [];
    const waivers = new Map(found.map((waiver) => [waiver.id, waiver]));
    const plans = new Map(
      (await this.queries.findPlans(orgId, resultIds, which.at)).map(({ test_result_id, ref_id, ...plan }) => [
        `${test_result_id} ${ref_id}`,
        plan,
      ]),
    );
    const rules = new Map<string, EvidenceRule[]>();
    for (const { test_result_id, waiver_id, lowering_id, ...rest } of rows) {
      const waiver = waivers.get(waiver_id ?? '') ?? null;
      const rule = {
        ...rest,
        waiver: rest.failed && waiver?.result !== 'fail' ? waiver : null,
        review: waiver && waiver.result !== null ? waiver : null,
        lowering: waivers.get(lowering_id ?? '') ?? null,
        controls: controls.get(rest.id) ?? [],
        plan: plans.get(`${test_result_id} ${rest.ref_id}`) ?? null,
      };
      const ofResult = rules.get(test_result_id);
      if (ofResult) ofResult.push(rule);
      else rules.set(test_result_id, [rule]);
    }
    return rules;
  }

  /** Adds controls of new rules. */
  private async addControls(orgId: string, rules: readonly RuleRow[], controls: ControlsOfRules): Promise<void> {
    const unknown = [...new Set(rules.flatMap(({ id }) => (controls.has(id) ? [] : id)))];
    if (unknown.length === 0) return;
    for (const id of unknown) controls.set(id, []);
    for (const row of await this.queries.findControls(orgId, unknown)) controls.set(row.rule_id, row.controls);
  }
}

function withDigest({ updated_at: _, ...row }: TailoringRow, xccdf: string | undefined): EvidenceTailoring {
  return { ...row, sha256: xccdf === undefined ? null : createHash('sha256').update(xccdf).digest('hex') };
}
