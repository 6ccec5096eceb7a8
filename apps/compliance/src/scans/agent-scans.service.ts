import { createHash } from 'node:crypto';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { AgentScanRecord, AgentScansRecord, ScanRecord, ScanReportBody } from '@wardstone/dto/compliance';
import { refuseViolations, requireRecord, systemNotFound } from '../api/record-errors';
import type { WriteRequest } from '../api/request';
import { GuideDocumentsService } from '../guides/guide-documents.service';
import { OfferedGuidesService } from '../offered-guides/offered-guides.service';
import { type SystemReach, toSystemReach } from '../systems/domain/system-reach';
import { TailoringFilesService } from '../tailorings/tailoring-files.service';
import { findObstacle } from './domain/obstacle';
import { nextScanMs } from './domain/scan-moments';
import { type ScanRow, toScanRecord } from './scan-row.sql';
import type { ScanChange, TargetRow } from './scan-writer.queries';
import { type AgentHost, type OpenScanRow, ScansQueries } from './scans.queries';
import { scanNotFound } from './scans.service';

/** No scanner takes longer, so the agent, or its record of the scan, is lost. */
const MAX_SCAN_MS = 24 * 60 * 60 * 1000;
const MAX_REASON_LENGTH = 500;

interface Host extends AgentHost {
  /** Only its own scans, whatever else the caller can see. */
  readonly reach: SystemReach;
}

/** Scans of agents and their outcomes. The login determines the host (rule compliance-37). */
@Injectable()
export class AgentScansService {
  constructor(
    private readonly queries: ScansQueries,
    private readonly documents: GuideDocumentsService,
    private readonly tailorings: TailoringFilesService,
    private readonly offers: OfferedGuidesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Open scans of the host, including newly due ones.
   * @throws system_not_found
   */
  async list(caller: CallerIdentity): Promise<AgentScansRecord> {
    const { id, hasRequests } = await this.requireHost(caller);
    await this.addDue(caller, id);
    const wanted_guides = hasRequests ? await this.offers.findWanted(caller, id) : [];
    const open = await this.queries.listOpen(caller.orgId, id);
    if (open.length === 0) return { type: 'agent_scans', scans: [], wanted_guides };
    const targets = new Map(
      (await this.queries.listTargetsOfAgent(caller.orgId, id)).map((target) => [target.policy_id, target]),
    );
    const scans: AgentScanRecord[] = [];
    for (const scan of open) {
      const target = targets.get(scan.policy_id);
      const end = this.findEnd(scan, target);
      if (end) await this.store(caller, scan.id, end);
      else scans.push(await this.offer(caller, scan, target!));
    }
    return { type: 'agent_scans', scans, wanted_guides };
  }

  /** @throws system_not_found, scan_not_found */
  async readGuide(caller: CallerIdentity, givenId: string): Promise<StreamableFile> {
    const { guide_sha256 } = await this.requireTarget(caller, givenId);
    const gzip = guide_sha256 === null ? undefined : await this.documents.find(guide_sha256);
    if (!gzip) throw scanNotFound(givenId);
    return new StreamableFile(gzip, { type: 'application/gzip', length: gzip.length });
  }

  /** @throws system_not_found, scan_not_found */
  async readTailoring(caller: CallerIdentity, givenId: string): Promise<StreamableFile> {
    const { tailoring_id, created_at } = await this.requireTarget(caller, givenId);
    const text = tailoring_id === null ? undefined : await this.render(caller, tailoring_id, created_at);
    if (text === undefined) throw scanNotFound(givenId);
    const bytes = Buffer.from(text);
    return new StreamableFile(bytes, { type: 'application/xml', length: bytes.length });
  }

  /**
   * Stores an outcome; ended scans do not change.
   * @throws system_not_found, scan_not_found, record_invalid
   */
  async report(givenId: string, { caller, body }: WriteRequest<ScanReportBody>): Promise<ScanRecord> {
    const { reach } = await this.requireHost(caller);
    return this.queries.write(caller.orgId, async (scans) => {
      const scan = await requireRecord(givenId, scanNotFound, (id) => scans.lock(id, reach));
      if (scan.ended_at) return toScanRecord(scan);
      const isOfScan = body.test_result_id !== undefined && (await scans.isResultForScan(body.test_result_id, scan));
      refuseViolations(getViolations(body, isOfScan));
      await scans.change(scan.id, toChange(body), new Date(this.clock.now()));
      return toScanRecord((await scans.lock(scan.id, reach))!);
    });
  }

  private async requireHost({ orgId, username, subject }: CallerIdentity): Promise<Host> {
    const host = await this.queries.findHost(orgId, username, subject, new Date(this.clock.now()));
    if (!host) throw systemNotFound(username);
    return { ...host, reach: toSystemReach({ inventoryGroups: null, subject, ownOnly: true }) };
  }

  private async requireTarget(
    caller: CallerIdentity,
    givenId: string,
  ): Promise<TargetRow & Pick<ScanRow, 'created_at'>> {
    const host = await this.requireHost(caller);
    const scan = await requireRecord(givenId, scanNotFound, (id) => this.queries.find(caller.orgId, id, host.reach));
    if (scan.ended_at || scan.system_id !== host.id) throw scanNotFound(givenId);
    const targets = await this.queries.listTargetsOfAgent(caller.orgId, host.id);
    const target = targets.find(({ policy_id }) => policy_id === scan.policy_id);
    if (!target) throw scanNotFound(givenId);
    return { ...target, created_at: scan.created_at };
  }

  private async addDue({ orgId }: CallerIdentity, systemId: string): Promise<void> {
    const nowMs = this.clock.now();
    const scheduled = await this.queries.listScheduled(orgId, systemId);
    const due = scheduled.filter((row) => (nextScanMs(row, row, row.since.getTime()) ?? Infinity) <= nowMs);
    if (due.length === 0) return;
    const targets = await this.queries.listTargetsOfAgent(orgId, systemId);
    const wanted = due.flatMap(({ policy_id }) => {
      const target = targets.find((candidate) => candidate.policy_id === policy_id);
      return target ? [{ policyId: policy_id, systemId, obstacle: findObstacle(target) }] : [];
    });
    await this.queries.write(orgId, (scans) => scans.insert(wanted, null, new Date(nowMs)));
  }

  /** How an open scan ends without a report of its agent; undefined while it may continue. */
  private findEnd({ state, started_at }: OpenScanRow, target: TargetRow | undefined): ScanChange | undefined {
    if (!target) return { state: 'cancelled', reason: 'the system is no longer assigned to the policy' };
    if (started_at && this.clock.now() - started_at.getTime() > MAX_SCAN_MS) {
      return { state: 'failed', reason: 'the agent reported no end within a day' };
    }
    const obstacle = state === 'running' ? undefined : findObstacle(target);
    return obstacle === undefined ? undefined : { state: 'not_scanned', reason: obstacle };
  }

  private async store({ orgId }: CallerIdentity, id: string, change: ScanChange): Promise<void> {
    await this.queries.write(orgId, (scans) => scans.change(id, change, new Date(this.clock.now())));
  }

  private async offer(
    caller: CallerIdentity,
    { id, state, created_at }: OpenScanRow,
    { system_id, profile_ref_id, guide_sha256, tailoring_id }: TargetRow,
  ): Promise<AgentScanRecord> {
    if (state === 'queued') await this.store(caller, id, { state: 'offered' });
    const tailoring = tailoring_id === null ? undefined : await this.render(caller, tailoring_id, created_at);
    return {
      id,
      type: 'agent_scan',
      system_id,
      profile_ref_id,
      guide_sha256: guide_sha256 ?? '',
      tailoring_sha256: tailoring === undefined ? null : createHash('sha256').update(tailoring).digest('hex'),
    };
  }

  /** Gives the same text for each request until the tailoring changes. */
  private render({ orgId }: CallerIdentity, tailoringId: string, createdAt: Date): Promise<string | undefined> {
    return this.tailorings.renderXccdf(orgId, tailoringId, createdAt.getTime());
  }
}

function getViolations({ state, reason }: ScanReportBody, isOfScan: boolean): string[] {
  if (state === 'uploaded' && !isOfScan) return ['V2::Scan test result must be one of its system and policy'];
  const hasReason = reason !== undefined && reason.trim() !== '';
  return (state === 'failed' || state === 'not_scanned') && !hasReason ? [`V2::Scan reason can't be blank`] : [];
}

function toChange({ state, reason, evaluated_rule_count, test_result_id }: ScanReportBody): ScanChange {
  const isResult = state === 'uploaded';
  return {
    state,
    reason: isResult || state === 'running' ? null : [...reason!].slice(0, MAX_REASON_LENGTH).join(''),
    evaluatedRuleCount: evaluated_rule_count,
    testResultId: isResult ? test_result_id! : null,
  };
}
