import { Injectable } from '@nestjs/common';
import {
  checkQuietHours,
  describeOutcomes,
  showConfig,
  getDeliveryState,
  storeConfig,
  type StoredConfig,
  type TargetOutcome,
} from '@wardstone/alerting';
import { type CallerIdentity, permits } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import {
  type ContactKind,
  type ContactKindRest,
  type ContactMethodChange,
  ContactMethodRest,
  type ContactVerification,
  MAX_CONTACT_METHODS,
  type NotificationTest,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type Precondition, type Sent, type SentBody } from '@wardstone/media-types';
import { Addresses } from '../../api/addresses';
import { invalidContent, refuseProblem } from '../../api/invalid-parameter';
import { MonitoringConfig } from '../../monitoring.config';
import { ContactChannels } from '../delivery/contact-channels';
import type { Notice } from '../delivery/notice';
import { TestAllowance } from '../delivery/test-allowance';
import { TextGateways } from '../delivery/text-gateway';
import { publicPushKey } from '../delivery/web-push';
import { toProperty } from '../senders/sender.service';
import { CONTACT_KIND_LIST, contactKind } from './contact-kinds';
import {
  ContactMethodQueries,
  type ContactMethodRow,
  type ContactOwner,
  type NewContactMethod,
} from './contact-method.queries';
import { PushKeys } from './push-keys';
import { codeDigest, isCode, isCodeOpen, newCode, nextCodeMs } from './verification-code';
import { usableConfig } from '../senders/sender-config';

/** Contact methods of people: each manages their own, administrators everyone's. See rules alerts-55, alerts-57. */
@Injectable()
export class ContactMethodService {
  constructor(
    private readonly queries: ContactMethodQueries,
    private readonly channels: ContactChannels,
    private readonly gateways: TextGateways,
    private readonly pushKeys: PushKeys,
    private readonly allowance: TestAllowance,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: MonitoringConfig,
  ) {}

  async listKinds(): Promise<ContactKindRest[]> {
    const applicationServerKey = publicPushKey(await this.pushKeys.read());
    return CONTACT_KIND_LIST.map(({ kind, label, description, properties }) => ({
      kind,
      label,
      description,
      problem: this.findProblem(kind),
      properties: properties.map((property) => toProperty(property, {})),
      applicationServerKey: kind === 'WEB_PUSH' ? applicationServerKey : undefined,
    }));
  }

  /** Users who can be reached. See rule alerts-55. */
  listReachable(userIds: readonly number[]): Promise<Set<number>> {
    return this.queries.listReachable(userIds);
  }

  /** @throws user_not_found */
  async list(login: string, caller: CallerIdentity): Promise<ContactMethodRest[]> {
    const owner = await this.requireOwner(login, caller);
    return (await this.queries.list(owner.id)).map((row) => this.record(owner, row));
  }

  /** @throws user_not_found, invalid_content */
  async create(
    login: string,
    body: SentBody<ContactMethodChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<HandlerResponse<ContactMethodRest>> {
    await this.requireOwner(login, caller);
    const sent = body.read();
    const { kind } = sent;
    if (kind === undefined) throw invalidContent('Field kind must be given');
    const record = await this.db.transaction(async (tx) => {
      const owner = await this.requireOwner(login, caller, tx);
      const known = await this.queries.list(owner.id, tx);
      if (known.length >= MAX_CONTACT_METHODS) {
        throw invalidContent(`An account has at most ${MAX_CONTACT_METHODS} contact methods`);
      }
      const method = readMethod(sent, kind, known);
      const id = await this.queries.insert(tx, owner, method);
      return this.record(owner, { ...method, id, verifiedMs: null });
    });
    note(changeFacts(toAuditedObject(login, record), {}, toFacts(record)));
    const headers = { Location: this.addresses.of(`${toPlace(login)}/${record.id}`) };
    return new HandlerResponse(record, { status: 201, headers });
  }

  /** @throws user_not_found, contact_method_not_found, precondition_failed, invalid_content */
  async change(
    login: string,
    id: number,
    body: SentBody<ContactMethodChange>,
    precondition: Precondition,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<ContactMethodRest> {
    const current = async (tx?: Transaction) => {
      const owner = await this.requireOwner(login, caller, tx);
      const all = await this.queries.list(owner.id, tx);
      const row = all.find((each) => each.id === id) ?? missing(id);
      const known = this.record(owner, row);
      if (precondition.isGiven) precondition.require(ContactMethodRest, known);
      return { owner, all, row, known };
    };
    await current();
    const sent = body.read();
    const [before, after] = await this.db.transaction(async (tx) => {
      const { owner, all, row, known } = await current(tx);
      if (sent.kind !== undefined && sent.kind !== row.kind) throw invalidContent('Field kind never changes');
      const others = all.filter((each) => each.id !== id);
      const method = readMethod(sent, row.kind, others, row.config);
      const isSame = isSameTarget(method.config, row.config);
      await this.queries.replace(tx, id, method, isSame);
      return [known, this.record(owner, { ...method, id, verifiedMs: isSame ? row.verifiedMs : null })];
    });
    note(changeFacts(toAuditedObject(login, after), toFacts(before), toFacts(after)));
    return after;
  }

  /** @throws user_not_found, contact_method_not_found with `validate` alone */
  async remove(login: string, id: number, caller: CallerIdentity, note: AuditNote): Promise<void> {
    const record = await this.db.transaction(async (tx) => {
      const owner = await this.requireOwner(login, caller, tx);
      const row = (await this.queries.find(owner.id, id, tx)) ?? missing(id);
      await this.queries.remove(tx, id);
      return this.record(owner, row);
    });
    note(changeFacts(toAuditedObject(login, record), toFacts(record)));
  }

  /**
   * Sends a new code to the method; the previous one becomes invalid.
   * @throws user_not_found, contact_method_not_found, too_many_tests
   */
  async sendCode(login: string, id: number, caller: CallerIdentity): Promise<NotificationTest> {
    const { owner, row } = await this.requireMethod(login, id, caller);
    const code = newCode();
    await this.db.transaction(async (tx) => {
      const nowMs = this.clock.now();
      const nextMs = nextCodeMs((await this.queries.findCode(tx, id)) ?? missing(id), nowMs);
      if (nextMs !== undefined) throw tooSoon(Math.ceil((nextMs - nowMs) / 1000));
      this.allowance.take(caller.subject);
      await this.queries.setCode(tx, id, codeDigest(row, code), nowMs);
    });
    const outcome = await this.channels.sendCode(targetFor(owner, row), code, owner.login);
    return toTest(row.kind, [outcome]);
  }

  /** @throws user_not_found, contact_method_not_found, contact_code_refused */
  async verify(
    login: string,
    id: number,
    body: SentBody<ContactVerification>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<ContactMethodRest> {
    await this.requireMethod(login, id, caller);
    const { code = '' } = body.read();
    const nowMs = this.clock.now();
    // Stored before a wrong code is refused, so that the attempt counts.
    const verified = await this.db.transaction(async (tx) => {
      const owner = await this.requireOwner(login, caller, tx);
      const row = (await this.queries.find(owner.id, id, tx)) ?? missing(id);
      const sent = (await this.queries.findCode(tx, id)) ?? missing(id);
      if (!isCodeOpen(sent, nowMs)) return undefined;
      if (!isCode(sent, row, code)) {
        await this.queries.countAttempt(tx, id);
        return undefined;
      }
      await this.queries.verify(tx, id, nowMs);
      return this.record(owner, { ...row, verifiedMs: nowMs });
    });
    if (!verified) {
      throw new ApiError(MonitoringError.contact_code_refused, 'The code is wrong, too old, or was tried too often');
    }
    note(changeFacts(toAuditedObject(login, verified), {}, { verified: true }));
    return verified;
  }

  /** @throws user_not_found, contact_method_not_found, contact_method_unverified, too_many_tests */
  async test(login: string, id: number, caller: CallerIdentity): Promise<NotificationTest> {
    const { owner, row } = await this.requireMethod(login, id, caller);
    if (row.verifiedMs === null) {
      throw new ApiError(MonitoringError.contact_method_unverified, `Contact method ${row.label} is not verified`);
    }
    this.allowance.take(caller.subject);
    return toTest(row.kind, await this.channels.send('Test', this.sample(id), [targetFor(owner, row)]));
  }

  private sample(id: number): Notice {
    const nowMs = this.clock.now();
    return {
      id: `contact-method-test-${id}-${nowMs}`,
      alertId: 0,
      firedMs: nowMs,
      notifiedMs: nowMs,
      sinceMs: nowMs,
      url: this.addresses.inConsole({ page: '/contact-methods', name: '' }),
      definition: { id: 0, name: 'Test of a contact method', priority: 'LOW' },
      resource: { id: 0, name: 'Wardstone', lineage: ['Wardstone'] },
      description: 'Test notification',
      state: 'FIRING',
      conditions: [],
      isTest: true,
    };
  }

  /**
   * Owner of the methods: the caller, or anyone for user administrators. Others cannot find out which accounts exist.
   * @throws user_not_found
   */
  private async requireOwner(login: string, caller: CallerIdentity, tx?: Transaction): Promise<ContactOwner> {
    const mayKnow = login === caller.username || permits(caller.permissions, 'MANAGE_SECURITY');
    const owner = mayKnow ? await this.queries.findOwner(login, tx) : undefined;
    // A caller of another issuer may have the same name.
    const isOther = owner && login === caller.username && owner.subject !== caller.subject;
    if (owner && (!isOther || permits(caller.permissions, 'MANAGE_SECURITY'))) return owner;
    throw new ApiError(MonitoringError.user_not_found, `User with login ${login} not found`);
  }

  private async requireMethod(
    login: string,
    id: number,
    caller: CallerIdentity,
  ): Promise<{ owner: ContactOwner; row: ContactMethodRow }> {
    const owner = await this.requireOwner(login, caller);
    return { owner, row: (await this.queries.find(owner.id, id)) ?? missing(id) };
  }

  private record({ login }: ContactOwner, row: ContactMethodRow): ContactMethodRest {
    const { id, kind, label, config, delayMinutes, quiet, verifiedMs } = row;
    return {
      id,
      kind,
      label,
      config: showConfig(contactKind(kind), config, true),
      delayMinutes,
      quietHours: quiet ?? undefined,
      verified: verifiedMs !== null,
      problem: this.findProblem(kind),
      links: [this.addresses.link('self', `${toPlace(login)}/${id}`)],
    };
  }

  /** Why a kind cannot deliver at present; undefined if it can. */
  private findProblem(kind: ContactKind): string | undefined {
    if (kind === 'EMAIL' && this.config.SMTP_URL === undefined) return 'no mail server is set (SMTP_URL)';
    return kind === 'SMS' || kind === 'VOICE' ? this.gateways.findProblem(kind) : undefined;
  }
}

/** @throws invalid_content */
function readMethod(
  { label, config = {}, delayMinutes = 0, quietHours }: Sent<ContactMethodChange>,
  kind: ContactKind,
  others: readonly ContactMethodRow[],
  kept: StoredConfig = {},
): NewContactMethod {
  const description = contactKind(kind);
  const names = new Set(description.properties.map(({ name }) => name));
  const unknown = Object.keys(config).find((name) => !names.has(name));
  if (unknown !== undefined) throw invalidContent(`${description.label} has no property ${unknown}`);
  const stored = usableConfig(description, storeConfig(description, config, kept), { judgesAll: true });
  const trimmed = Object.fromEntries(
    Object.entries(stored).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
  const given = label?.trim() ?? '';
  const taken = new Set(others.map((other) => other.label));
  if (taken.has(given)) throw invalidContent(`There is another contact method with the label ${given}`);
  return {
    kind,
    config: trimmed,
    delayMinutes,
    label: given === '' ? freeLabel(description.label, taken) : given,
    quiet: quietHours ? refuseProblem(checkQuietHours(quietHours)) : null,
  };
}

function freeLabel(label: string, taken: ReadonlySet<string>): string {
  for (let at = 2; taken.has(label); at++) label = `${label.replace(/ \d+$/, '')} ${at}`;
  return label;
}

function isSameTarget(one: StoredConfig, other: StoredConfig): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

function targetFor(owner: ContactOwner, { kind, config, label }: ContactMethodRow) {
  return { target: `${owner.login}: ${label}`, recipient: {}, method: { kind, config } };
}

function toTest(kind: ContactKind, outcomes: readonly TargetOutcome[]): NotificationTest {
  return {
    senderName: contactKind(kind).label,
    state: getDeliveryState(outcomes),
    message: describeOutcomes(outcomes),
    responses: outcomes.flatMap(({ response }) => response ?? []),
  };
}

function missing(id: number): never {
  throw new ApiError(MonitoringError.contact_method_not_found, `Contact method with id ${id} not found`);
}

function tooSoon(seconds: number): ApiError {
  return new ApiError(MonitoringError.too_many_tests, `A code was sent just now: try again in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

function toPlace(login: string): string {
  return `/user/${encodeURIComponent(login)}/contact-methods`;
}

function toAuditedObject(login: string, { id, label }: ContactMethodRest) {
  return { kind: 'contactMethod' as const, id, name: `${login}: ${label}` };
}

/** Properties for the audit log; without `config`, since the destination may be secret. */
function toFacts({ kind, label, delayMinutes, quietHours, verified }: ContactMethodRest): object {
  return { kind, label, delayMinutes, quietHours, verified };
}
