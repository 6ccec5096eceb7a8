import { Injectable } from '@nestjs/common';
import { type EscalationSteps, ON_CALL_SENDER, parseIdList, type Receiver, USERS_SENDER } from '@wardstone/alerting';
import { type CallerIdentity, permits } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Database, type Transaction } from '@wardstone/database';
import {
  type AlertNotificationRest,
  type EscalationChange,
  EscalationRest,
  type EscalationStepRest,
  MAX_RECEIVERS,
  MAX_STEPS,
  type OnCallListQuery,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type ListPage, type Precondition, type Sent, type SentBody } from '@wardstone/media-types';
import { Addresses } from '../api/addresses';
import { invalidContent } from '../api/invalid-parameter';
import type { Viewer } from '../authorization/viewer';
import { toNotificationRecord } from '../alert-definitions/alert-definition-records';
import { type EscalationRow, OnCallQueries } from './on-call.queries';
import { ReachService } from './reach';
import { checkName, requirePeople, rotationNotFound } from './on-call-checks';
import { readNotification } from '../notifications/senders/sender-config';
import { DefinitionEscalationService } from '../alert-definitions/definition-escalation.service';
import { escalationNotFound } from '../alert-definitions/alert-definition.service';

const MINUTE_MS = 60_000;
const MIN_REPEAT_MINUTES = 5;

/** See rule alerts-41. */
@Injectable()
export class EscalationService {
  constructor(
    private readonly queries: OnCallQueries,
    private readonly reach: ReachService,
    private readonly uses: DefinitionEscalationService,
    private readonly addresses: Addresses,
    private readonly db: Database,
  ) {}

  async list(query: OnCallListQuery, viewer: Viewer): Promise<ListPage<EscalationRest>> {
    const { rows, total } = await this.queries.list('escalation', query);
    return { items: rows.map((row) => this.record(row, viewer)), total, window: query.window };
  }

  /** @throws escalation_not_found */
  async read(id: number, viewer: Viewer): Promise<EscalationRest> {
    return this.record(await this.require(id), viewer);
  }

  /** @throws invalid_content, alert_sender_not_found, user_not_found, user_is_a_program, rotation_not_found */
  async create(
    body: SentBody<EscalationChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HandlerResponse<EscalationRest>> {
    const sent = body.read();
    const row = await this.db.transaction((tx) => this.save(tx, sent));
    const record = this.record(row, caller);
    note(changeFacts({ kind: 'escalation', id: row.id, name: row.name }, {}, toFacts(row)));
    const headers = { Location: this.addresses.of(`/on-call/escalation/${row.id}`) };
    return new HandlerResponse(record, { status: 201, headers });
  }

  /** @throws escalation_not_found, precondition_failed, and as `create` */
  async change(
    id: number,
    body: SentBody<EscalationChange>,
    precondition: Precondition,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<EscalationRest> {
    const current = async (tx?: Transaction): Promise<EscalationRow> => {
      const row = await this.require(id, tx);
      if (precondition.isGiven) precondition.require(EscalationRest, this.record(row, caller));
      return row;
    };
    await current();
    const sent = body.read();
    const [before, after] = await this.db.transaction(async (tx) => {
      const known = await current(tx);
      return [known, await this.save(tx, sent, known)];
    });
    note(changeFacts({ kind: 'escalation', id, name: after.name }, toFacts(before), toFacts(after)));
    return this.record(after, caller);
  }

  /** @throws escalation_not_found, escalation_in_use */
  async remove(id: number, note: AuditNote): Promise<void> {
    const { name } = await this.db.transaction(async (tx) => {
      const found = await this.require(id, tx);
      if (await this.uses.isUsed(tx, id)) {
        throw new ApiError(
          MonitoringError.escalation_in_use,
          `Alert definitions use the escalation policy with id ${id}`,
        );
      }
      await this.uses.forget(tx, id);
      await this.queries.remove(tx, 'escalation', id);
      return found;
    });
    note(changeFacts({ kind: 'escalation', id, name }));
  }

  /** @param known replaced policy, whose secrets are kept for masks */
  private async save(tx: Transaction, sent: Sent<EscalationChange>, known?: EscalationRow): Promise<EscalationRow> {
    const name = checkName(sent.name);
    const policy = readPolicy(sent, known);
    await this.requireReceivers(tx, policy, known);
    return { id: await this.queries.saveEscalation(tx, name, policy, known?.id), name, ...policy };
  }

  /**
   * Checks the users and rotations of receivers.
   * @throws user_not_found, user_is_a_program, rotation_not_found
   */
  private async requireReceivers(tx: Transaction, policy: EscalationSteps, known?: EscalationSteps): Promise<void> {
    const receivers = policy.steps.flatMap((step) => step.receivers);
    await requirePeople(this.reach, tx, usersIn(policy), known && usersIn(known));
    for (const { senderName, config } of receivers) {
      const id = Number(config['rotationId']);
      if (senderName !== ON_CALL_SENDER || (await this.queries.find('rotation', id, tx))) continue;
      throw rotationNotFound(id);
    }
  }

  private async require(id: number, tx?: Transaction): Promise<EscalationRow> {
    const row = await this.queries.find('escalation', id, tx);
    if (!row) throw escalationNotFound(id);
    return row;
  }

  private record({ id, name, steps, repeatMs, repeatTimes }: EscalationRow, { permissions }: Viewer): EscalationRest {
    const maySeeAddress = permits(permissions, 'MANAGE_INVENTORY');
    let place = 0;
    return {
      id,
      name,
      steps: steps.map(({ afterMinutes, receivers }) => ({
        afterMinutes,
        receivers: receivers.map((receiver) =>
          toNotificationRecord({ id: ++place, definitionId: 0, ...receiver }, maySeeAddress),
        ),
      })),
      repeatMinutes: repeatMs / MINUTE_MS,
      repeatTimes,
      links: [this.addresses.link('self', `/on-call/escalation/${id}`)],
    };
  }
}

function usersIn({ steps }: EscalationSteps): number[] {
  return steps.flatMap(({ receivers }) =>
    receivers.flatMap(({ senderName, config }) =>
      senderName === USERS_SENDER ? (parseIdList(config['subjectId'] ?? '') ?? []) : [],
    ),
  );
}

/** @throws invalid_content, alert_sender_not_found */
function readPolicy(sent: Sent<EscalationChange>, known: EscalationSteps | undefined): EscalationSteps {
  const { repeatMinutes = 0, repeatTimes = repeatMinutes === 0 ? 0 : 1 } = sent;
  const steps = (sent.steps ?? []) as Sent<EscalationStepRest>[];
  if (steps.length === 0 || steps.length > MAX_STEPS)
    throw invalidContent(`Field steps must have 1 to ${MAX_STEPS} steps`);
  if ((repeatMinutes === 0) !== (repeatTimes === 0) || (repeatMinutes > 0 && repeatMinutes < MIN_REPEAT_MINUTES)) {
    throw invalidContent(
      `Fields repeatMinutes and repeatTimes must both be 0, or at least ${MIN_REPEAT_MINUTES} minutes and once`,
    );
  }
  const kept = (known?.steps ?? []).flatMap(({ receivers }) => receivers);
  const read = steps.map(({ afterMinutes, receivers = [] }, at) => {
    if (afterMinutes === undefined) throw invalidContent(`Field steps.${at}.afterMinutes is required`);
    if (receivers.length === 0 || receivers.length > MAX_RECEIVERS) {
      throw invalidContent(`Field steps.${at}.receivers must have 1 to ${MAX_RECEIVERS} receivers`);
    }
    const place = (index: number): string => `steps.${at}.receivers.${index}.`;
    return {
      afterMinutes,
      receivers: (receivers as Sent<AlertNotificationRest>[]).map((receiver, index) =>
        readNotification(receiver, { place: place(index), kept: findKept(kept, receiver), judgesAll: true }),
      ),
    };
  });
  if (read.some(({ afterMinutes }, at) => at > 0 && afterMinutes <= read[at - 1]!.afterMinutes)) {
    throw invalidContent('Field steps: each must be later than the one before');
  }
  return { steps: read, repeatMs: repeatMinutes * MINUTE_MS, repeatTimes };
}

/** Stored secrets of a receiver, whose position may have changed. */
function findKept(kept: readonly Receiver[], { id, senderName }: Sent<AlertNotificationRest> & { id?: number }) {
  const receiver = id === undefined ? undefined : kept[id - 1];
  return receiver?.senderName === senderName ? receiver?.config : undefined;
}

/** Configurations may be secret. */
function toFacts({ name, steps, repeatMs, repeatTimes }: EscalationRow): object {
  const summary = steps.map(({ afterMinutes, receivers }) => [
    afterMinutes,
    ...receivers.map(({ senderName }) => senderName),
  ]);
  return { name, steps: summary, repeatMinutes: repeatMs / MINUTE_MS, repeatTimes };
}
