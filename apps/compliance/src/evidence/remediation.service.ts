import { Injectable, type StreamableFile } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { readPatiently } from '@wardstone/database';
import type { RemediationQuery } from '@wardstone/dto/compliance';
import { FailingRules, type FixText, fixKey, type PlannedFix, type RemediationWriter } from '@wardstone/evidence';
import { paceBlocks } from '@wardstone/turns';
import type { ListRequest } from '../api/request';
import { EvidenceQueries } from './evidence.queries';
import { EvidenceService, toFile } from './evidence.service';

/** Small batches, because texts have some kilobytes each. */
const FIXES_AT_ONCE = 50;

export interface RemediationFormat {
  readonly mediaType: string;
  readonly extension: string;
  /** URI of the fix system in the guide. */
  readonly system: string;
  readonly write: RemediationWriter;
}

/** The guide's own fixes for failed rules, as a file for people to run (rule compliance-43). */
@Injectable()
export class RemediationService {
  constructor(
    private readonly queries: EvidenceQueries,
    private readonly evidence: EvidenceService,
    private readonly heavyWork: HeavyWork,
  ) {}

  /** @throws invalid_parameter, report_not_found, system_not_found, too_many_heavy_requests */
  async read(
    request: ListRequest<'report_id', RemediationQuery>,
    { mediaType, extension, system, write }: RemediationFormat,
    client: Client,
  ): Promise<StreamableFile> {
    const { caller, system_id: systemIds, group_id: groupId } = request;
    const scope = await this.evidence.toScope(request, { systemIds, ...(groupId !== undefined && { groupId }) });
    const turn = await this.heavyWork.begin(client);
    const { signal } = client;
    const failing = new FailingRules(request.with_exceptions);
    for await (const one of paceBlocks(this.evidence.eachSystem(caller, scope, { rules: 'failed', signal })))
      failing.add(one);
    const found = await this.queries.findFixes(caller.orgId, failing.keys, system);
    const shared = await this.queries.findSharedNames(caller.orgId, scope, failing.names);
    const plan = failing.plan(await this.evidence.readHead(caller, scope), found, shared);
    const chunks = turn.share(write(plan, this.eachText(caller, plan.fixes, { system, signal })));
    return toFile('remediation', scope, { mediaType, extension, chunks });
  }

  private async *eachText(
    { orgId }: CallerIdentity,
    fixes: readonly PlannedFix[],
    { system, signal }: { system: string; signal: AbortSignal },
  ): AsyncIterable<FixText> {
    for (let from = 0; from < fixes.length; from += FIXES_AT_ONCE) {
      const wanted = fixes.slice(from, from + FIXES_AT_ONCE);
      const texts = await readPatiently(() => this.queries.findFixTexts(orgId, wanted, system), signal);
      const byKey = new Map(texts.map((text) => [fixKey(text), text]));
      for (const { tailoring_id, rule_id } of wanted) {
        // A fix that a new document of the guide removed is left empty.
        yield byKey.get(fixKey({ tailoring_id, rule_id })) ?? { tailoring_id, rule_id, text: '', values: [] };
      }
    }
  }
}
