import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts, type Client } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type {
  AgentGuidesBody,
  AgentGuidesRecord,
  OfferedGuideRecord,
  OfferedGuidesRecord,
  SecurityGuideRecord,
} from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { cutText } from '@wardstone/units';
import type { StoredRecord } from '../api/envelope';
import { notFoundById, refuseViolations, toStorable, systemNotFound } from '../api/record-errors';
import type { WriteRequest } from '../api/request';
import { GuideImportService } from '../guides/guide-import.service';
import type { ReceivedDocument } from '../scap/document-upload.decorator';
import { toSystemReach } from '../systems/domain/system-reach';
import { type OfferedGuideRow, OfferedGuidesQueries } from './offered-guides.queries';

/** A host has guides for its own operating system only. */
const MAX_OF_HOST = 20;
const MAX_PROBLEM = 500;
const MIN_OF_SERVER = 500;

/**
 * Guides that agents find on their hosts. A person chooses one by its digest, and one of the hosts sends it; a host alone
 * imports nothing (rule compliance-52).
 */
@Injectable()
export class OfferedGuidesService {
  constructor(
    private readonly queries: OfferedGuidesQueries,
    private readonly imports: GuideImportService,
    private readonly clock: Clock,
  ) {}

  async list(caller: CallerIdentity): Promise<OfferedGuidesRecord> {
    const rows = await this.queries.list(caller.orgId, toSystemReach(caller), this.now);
    return { type: 'offered_guides', guides: rows.map(toRecord) };
  }

  /** @throws security_guide_not_found */
  async request(caller: CallerIdentity, given: string, note: AuditNote): Promise<OfferedGuideRecord> {
    const { file_name: name, sha256 } = await this.require(caller, given);
    await this.queries.request(caller.orgId, sha256, this.now, caller.username);
    note(changeFacts({ kind: 'guide', id: sha256, name }, {}, { import_requested: true, sha256 }));
    return toRecord(await this.require(caller, given));
  }

  /** @throws system_not_found, record_invalid */
  async report({ caller, body: { guides } }: WriteRequest<AgentGuidesBody>): Promise<AgentGuidesRecord> {
    const host = await this.requireHost(caller);
    refuseViolations(guides.length > MAX_OF_HOST ? [`V2::System guides are too many (maximum is ${MAX_OF_HOST})`] : []);
    await this.queries.report(caller.orgId, host, guides);
    return { type: 'agent_guides', guide_count: guides.length };
  }

  /** Digests of guides that the host has to send now. */
  findWanted({ orgId }: CallerIdentity, systemId: string): Promise<string[]> {
    return this.queries.assign(orgId, systemId, this.now);
  }

  /**
   * Imports a guide from a host, if a person requested exactly this file and this host was asked for it.
   * @throws system_not_found, security_guide_not_found, and what an import throws
   */
  async receive(
    caller: CallerIdentity,
    given: string,
    document: ReceivedDocument,
    client: Client,
  ): Promise<StoredRecord<SecurityGuideRecord>> {
    const host = await this.requireHost(caller);
    const sha256 = toStorable(given);
    if (!(await this.queries.isAssigned(caller.orgId, host, sha256))) throw guideNotFound(given);
    try {
      const stored = await this.imports.import(document, { replace: false }, client, sha256);
      await this.queries.end(caller.orgId, sha256);
      return stored;
    } catch (error) {
      const isFinal = error instanceof ApiError && error.status < MIN_OF_SERVER && !REPEATED.has(error.kind.type);
      if (isFinal) await this.queries.end(caller.orgId, sha256, cutText(error.detail, MAX_PROBLEM));
      throw error;
    }
  }

  private async require(caller: CallerIdentity, given: string): Promise<OfferedGuideRow> {
    const [row] = await this.queries.list(caller.orgId, toSystemReach(caller), this.now, toStorable(given));
    if (!row) throw guideNotFound(given);
    return row;
  }

  private async requireHost({ orgId, username, subject }: CallerIdentity): Promise<string> {
    const id = await this.queries.findHost(orgId, username, subject);
    if (id === undefined) throw systemNotFound(username);
    return id;
  }

  private get now(): Date {
    return new Date(this.clock.now());
  }
}

/** Refusals after which the agent sends the guide again. */
const REPEATED: ReadonlySet<string> = new Set(['too_many_heavy_requests', 'processing_timed_out']);

const guideNotFound = (given: string): ApiError =>
  notFoundById(ComplianceError.security_guide_not_found, 'OfferedGuide', given);

const toRecord = ({ requested_at, ...row }: OfferedGuideRow): OfferedGuideRecord => ({
  ...row,
  type: 'offered_guide',
  requested_at: requested_at?.toISOString() ?? null,
});
