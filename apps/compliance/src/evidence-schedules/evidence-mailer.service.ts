import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type CallerIdentity, fromCallerClaims, OWN_ISSUER, permits } from '@wardstone/auth';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { EvidenceFile } from '@wardstone/dto/compliance';
import type { ComplianceAttachment } from '@wardstone/dto/monitoring';
import { cutText } from '@wardstone/units';
import { FORMAT_OF_FILE } from '../evidence/evidence-formats';
import { repeat } from '../api/repeat';
import { EvidenceService } from '../evidence/evidence.service';
import { MonitoringClient } from '../monitoring/monitoring-client';
import { nextRunMs } from '../scans/domain/scan-moments';
import { retryMs } from './domain/next-attempt';
import { MAY_SCHEDULE } from './domain/permissions';
import {
  type AttemptResult,
  EvidenceOrganisationsQueries,
  type EvidenceScheduleRow,
  EvidenceSchedulesQueries,
} from './evidence-schedules.queries';

/** Schedules name minutes. */
const LOOK_EVERY_MS = 60_000;
/** Longer than writing the files and sending the mail takes. */
const LEASE_MS = 15 * 60_000;
const ORGANISATIONS_AT_ONCE = 20;
/** Monitoring's limit for all attachments of a mail. */
const MAX_ATTACHED_BYTES = 5 * 1024 * 1024;
const MAX_PROBLEM_LENGTH = 1_000;

interface Request {
  readonly caller: CallerIdentity;
  readonly parents: { readonly report_id: string };
  readonly givenParents: { readonly report_id: string };
  readonly path: string;
}

/** Mails evidence when it is due, through monitoring: at least once, by one process at a time (rule compliance-50). */
@Injectable()
export class EvidenceMailer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private loop: Promise<void> | undefined;

  constructor(
    private readonly queries: EvidenceSchedulesQueries,
    private readonly organisations: EvidenceOrganisationsQueries,
    private readonly evidence: EvidenceService,
    private readonly monitoring: MonitoringClient,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = repeat(() => this.sendDue(), {
      pauseMs: () => LOOK_EVERY_MS - (this.clock.now() % LOOK_EVERY_MS),
      signal: this.stopping.signal,
      failed: (err) => this.log.warn({ err }, 'no evidence can be mailed'),
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  /** Sends all mails that are due. */
  async sendDue(): Promise<void> {
    const due = await this.organisations.listDue(new Date(this.clock.now()), ORGANISATIONS_AT_ONCE);
    for (const orgId of due) {
      await this.sendDueInOrganisation(orgId).catch((error: unknown) =>
        this.log.warn({ err: error as Error, orgId }, 'evidence of an organisation could not be mailed'),
      );
    }
  }

  private async sendDueInOrganisation(orgId: string): Promise<void> {
    while (!this.stopping.signal.aborted && (await this.sendOne(orgId)));
    await this.queries.lookAgain(orgId);
  }

  /** Returns whether a schedule was due. */
  private async sendOne(orgId: string): Promise<boolean> {
    const nowMs = this.clock.now();
    const schedule = await this.queries.lease(orgId, new Date(nowMs), new Date(nowMs + LEASE_MS));
    if (!schedule) return false;
    const made = await this.attempt(schedule).catch((error: unknown) => {
      this.log.warn({ err: error as Error, orgId, policy: schedule.policy_id }, 'evidence could not be mailed');
      return this.failed(schedule, toReason(error));
    });
    await this.queries.record(orgId, schedule, made);
    return true;
  }

  private async attempt(schedule: EvidenceScheduleRow): Promise<AttemptResult> {
    const author = fromCallerClaims({ ...schedule.author }, 'bearer');
    const caller = await this.findPresent(author);
    if (!caller) return this.turnedOff(schedule, `The account ${author.username} was removed or disabled`);
    const lacking = MAY_SCHEDULE.filter((permission) => !permits(caller.permissions, permission));
    if (lacking.length > 0) return this.turnedOff(schedule, `${author.username} no longer has ${lacking.join(', ')}`);
    const parents = { report_id: schedule.policy_id };
    const request = { caller, parents, givenParents: parents, path: '' };
    const { policy, summary } = await this.evidence.summarize(request);
    const isMailed = schedule.people.length + schedule.roles.length + schedule.addresses.length > 0;
    const { attachments, omitted } = await this.write(request, isMailed ? schedule.files : []);
    const { outcomes, message, nextAttempt } = await this.monitoring.mail(caller.orgId, {
      // The same in every attempt for this moment.
      reportId: `${schedule.policy_id}.${schedule.due_at!.getTime()}`,
      policyId: schedule.policy_id,
      subject: `Evidence: ${cutText(policy.title, 200)}`,
      lines: [summary, `Sent for ${author.username} by the evidence schedule of this policy.`],
      fileLines: [
        ...(attachments.length > 0 ? [`Attached: ${attachments.map(({ name }) => name).join(', ')}.`] : []),
        ...(omitted.length > 0
          ? [`Too large to attach: ${omitted.join(', ')}. Download these files from the page of the policy.`]
          : []),
      ],
      people: schedule.people,
      roles: schedule.roles,
      addresses: schedule.addresses,
      channels: schedule.channels,
      outcomes: schedule.outcomes,
      attempts: schedule.attempts,
      since: schedule.due_at!.getTime(),
      attachments,
    });
    const refused = outcomes.filter(({ outcome }) => outcome !== 'sent').map(({ text }) => text);
    const seen = {
      attempted_at: new Date(this.clock.now()),
      outcome: message,
      problem: refused.length === 0 ? null : cutText(refused.join('; '), MAX_PROBLEM_LENGTH),
    };
    if (nextAttempt === undefined) return { ...this.nextMoment(schedule), ...seen };
    const { due_at, attempts } = schedule;
    return { due_at, next_at: new Date(nextAttempt), attempts: attempts + 1, outcomes, ...seen };
  }

  /** The author with present permissions; for people of another issuer, those at the time of scheduling. */
  private async findPresent(author: CallerIdentity): Promise<CallerIdentity | undefined> {
    return author.subject.startsWith(`${OWN_ISSUER}|`) ? this.monitoring.findStanding(author) : author;
  }

  private async write(
    request: Request,
    files: readonly EvidenceFile[],
  ): Promise<{ attachments: ComplianceAttachment[]; omitted: string[] }> {
    const attachments: ComplianceAttachment[] = [];
    const omitted: string[] = [];
    let bytesLeft = MAX_ATTACHED_BYTES;
    for (const file of files) {
      const content = await this.writeFile(request, file, bytesLeft);
      if (!content) {
        omitted.push(file);
        continue;
      }
      bytesLeft -= content.length;
      const mediaType = FORMAT_OF_FILE[file].mediaType;
      attachments.push({ name: this.getFileName(file), mediaType, content: content.toString('base64') });
    }
    return { attachments, omitted };
  }

  /** Undefined once the file exceeds the limit. */
  private async writeFile(request: Request, file: EvidenceFile, maxBytes: number): Promise<Buffer | undefined> {
    const done = new AbortController();
    try {
      const client = { account: request.caller.subject, signal: done.signal };
      const stream = (await this.evidence.read(request, FORMAT_OF_FILE[file], client)).getStream();
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of stream) {
        const bytes = Buffer.from(chunk as string | Uint8Array);
        length += bytes.length;
        if (length > maxBytes) return undefined;
        chunks.push(bytes);
      }
      return Buffer.concat(chunks);
    } finally {
      done.abort();
    }
  }

  /** File name with the date, e.g. `evidence-2026-05-26.oscal.json`. */
  private getFileName(file: EvidenceFile): string {
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    return file.replace('.', `-${day}.`);
  }

  private turnedOff(schedule: EvidenceScheduleRow, problem: string): AttemptResult {
    const { due_at, outcome } = schedule;
    return {
      due_at,
      next_at: null,
      attempts: 0,
      outcomes: [],
      attempted_at: new Date(this.clock.now()),
      outcome,
      problem,
    };
  }

  private failed(schedule: EvidenceScheduleRow, reason: string): AttemptResult {
    const nowMs = this.clock.now();
    const attempts = schedule.attempts + 1;
    const problem = `Not sent: ${reason}`;
    const againMs = retryMs({ dueMs: schedule.due_at!.getTime(), attempts, nowMs });
    const seen = { attempted_at: new Date(nowMs), outcome: schedule.outcome, problem };
    if (againMs === undefined) return { ...this.nextMoment(schedule), ...seen };
    return { due_at: schedule.due_at, next_at: new Date(againMs), attempts, outcomes: schedule.outcomes, ...seen };
  }

  private nextMoment({
    cron,
    time_zone,
  }: EvidenceScheduleRow): Pick<AttemptResult, 'due_at' | 'next_at' | 'attempts' | 'outcomes'> {
    const nextMs = nextRunMs(cron, time_zone, this.clock.now());
    const next = nextMs === undefined ? null : new Date(nextMs);
    return { due_at: next, next_at: next, attempts: 0, outcomes: [] };
  }
}

const toReason = (error: unknown): string =>
  cutText(error instanceof Error ? error.message || error.name : String(error), MAX_PROBLEM_LENGTH);
