import { Injectable } from '@nestjs/common';
import { type CallerIdentity, isSuccessor } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { SystemBody, SystemRecord } from '@wardstone/dto/compliance';
import type { Transaction } from '@wardstone/database';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { storedRecord, type StoredRecord } from '../api/envelope';
import { refuseViolations, requireRecord, systemNotFound } from '../api/record-errors';
import type { RecordRequest, WriteRequest } from '../api/request';
import { ComplianceConfig } from '../compliance.config';
import { FactsService } from '../facts/facts.service';
import { StoredResultsService } from '../stored-results/stored-results.service';
import { isOwn, reaches, toSystemReach, type SystemReach } from './domain/system-reach';
import { changedSystemValues, newSystemValues, getReportTime, type SystemValues } from './domain/system-values';
import { systemViolations } from './domain/system-violations';
import { toSystemRecord } from './system-record';
import { type OwnSystems, type Registration, SystemWriter } from './system-writer.queries';
import type { SystemRow } from './system-row.sql';
import { SystemsQueries } from './system-list.queries';

/** Maximum number of systems of an agent, which reports only its own host. See rule compliance-31. */
const MAX_OWN_SYSTEMS: OwnSystems = { present: 20, removed: 80 };

/** Systems as reported by the inventory. Every method checks in the order of rule compliance-7. */
@Injectable()
export class SystemsService {
  constructor(
    private readonly queries: SystemsQueries,
    private readonly results: StoredResultsService,
    private readonly facts: FactsService,
    private readonly clock: Clock,
    private readonly config: ComplianceConfig,
  ) {}

  /** Systems in a transaction of another feature. */
  within(transaction: Transaction, orgId: string): SystemWriter {
    return new SystemWriter(transaction, orgId);
  }

  /**
   * A system that the caller sees.
   * @throws system_not_found
   */
  require(caller: CallerIdentity, givenId: string): Promise<SystemRow> {
    return requireRecord(givenId, systemNotFound, (id) =>
      this.queries.findVisible(caller.orgId, id, toSystemReach(caller)),
    );
  }

  /**
   * The parent system of the request.
   * @throws system_not_found
   */
  requireParent({ caller, givenParents }: RecordRequest<'system_id'>): Promise<SystemRow> {
    return this.require(caller, givenParents.system_id);
  }

  /** @throws system_not_found */
  async read(caller: CallerIdentity, givenId: string): Promise<SystemRecord> {
    const system = await this.require(caller, givenId);
    return toSystemRecord(system, await this.queries.listPolicies(caller.orgId, system.id));
  }

  /**
   * Creates a system with a generated id.
   * @throws record_invalid, record_out_of_reach, too_many_systems
   */
  async create({ caller, body }: WriteRequest<SystemBody>): Promise<StoredRecord<SystemRecord>> {
    const reach = toSystemReach(caller);
    const values = this.newValues(body, reach);
    const created = await this.queries.write(caller.orgId, async (systems) => {
      await refuseTooMany(systems, reach);
      return systems.insert(undefined, values, this.registration(caller));
    });
    return this.created(created!);
  }

  /**
   * Creates or updates the system with this id; the id belongs to the organisation that used it first, and the system
   * to the login that registered it.
   * @throws system_not_found, record_invalid, record_out_of_reach, too_many_systems
   */
  async put(request: WriteRequest<SystemBody, 'id'>): Promise<StoredRecord<SystemRecord>> {
    const { caller, body, parents, givenParents } = request;
    const reach = toSystemReach(caller);
    return this.queries.write(caller.orgId, async (systems) => {
      const stored = await systems.lock(parents.id);
      if (stored) return this.replace(systems, stored, body, reach, givenParents.id);
      const values = this.newValues(body, reach);
      await refuseTooMany(systems, reach);
      const created = await systems.insert(parents.id, values, this.registration(caller));
      if (created) return this.created(created);
      // The id was taken, a moment ago by this organisation or at any time by another one.
      const taken = await systems.lock(parents.id);
      if (!taken) throw systemNotFound(givenParents.id);
      return this.replace(systems, taken, body, reach, givenParents.id);
    });
  }

  /**
   * The host of the calling agent: one system of its login, whatever the body says. It survives renames of the host,
   * and a new account with the name of a removed one takes it over. It is never a system that was registered otherwise.
   * @throws record_out_of_reach for other callers than agents, record_invalid, too_many_systems
   */
  async putOfAgent({ caller, body }: WriteRequest<SystemBody>): Promise<StoredRecord<SystemRecord>> {
    const { username: agentName, subject } = caller;
    const reach = toSystemReach(caller);
    if (reach.registeredBy === null) {
      // Errors of the body take precedence, as for other records.
      this.newValues(body, reach);
      throw outOfReach();
    }
    return this.queries.write(caller.orgId, async (systems, transaction) => {
      const stored = await this.storeHost(systems, caller, body);
      const host = { id: stored.value.id, agent_name: agentName, registered_by: subject };
      await this.facts.hostReported(transaction, caller.orgId, host);
      return stored;
    });
  }

  private async storeHost(
    systems: SystemWriter,
    caller: CallerIdentity,
    body: SystemBody,
  ): Promise<StoredRecord<SystemRecord>> {
    const { username: agentName, subject } = caller;
    const reach = toSystemReach(caller);
    const hosts = await systems.lockHosts(agentName, subject);
    const own = hosts.find((host) => isOwn(reach, host));
    const former = hosts.find(({ registered_by }) => registered_by !== null && isSuccessor(subject, registered_by));
    if (!own && former) await systems.giveTo(former.id, subject, agentName);
    const host = own ?? (former && { ...former, registered_by: subject });
    if (host) return this.replace(systems, host, body, reach, host.id);
    const values = this.newValues(body, reach);
    await refuseTooMany(systems, reach);
    return this.created((await systems.insert(undefined, values, { ...this.registration(caller), agentName }))!);
  }

  /** @throws system_not_found */
  async remove(caller: CallerIdentity, givenId: string): Promise<SystemRecord> {
    const reach = toSystemReach(caller);
    return this.queries.write(caller.orgId, async (systems, transaction) => {
      const system = await requireRecord(givenId, systemNotFound, (id) => systems.lockVisible(id, reach));
      const { id } = system;
      const record = toSystemRecord(system, await systems.listPolicies(id));
      await systems.lockPolicies(id);
      await this.results.systemRemoved(transaction, caller.orgId, id);
      await systems.remove(id, new Date(this.clock.now()));
      return record;
    });
  }

  private async replace(
    systems: SystemWriter,
    stored: SystemRow,
    body: SystemBody,
    reach: SystemReach,
    givenId: string,
  ): Promise<StoredRecord<SystemRecord>> {
    // Even if deleted: an agent must not take over a system that another one registered.
    if (!isOwn(reach, stored)) throw systemNotFound(givenId);
    const now = this.clock.now();
    const reportedMs = getReportTime(body, now);
    if (stored.deleted_at) {
      if (reportedMs <= stored.updated.getTime()) throw systemNotFound(givenId);
      const values = this.newValues(body, reach);
      await refuseTooMany(systems, reach, stored);
      return this.created(await systems.update(stored.id, values, new Date(now)));
    }
    refuseOutOfReach(reach, stored);
    refuseViolations(systemViolations(body, { isNew: false, nowMs: now }));
    const policies = await systems.listPolicies(stored.id);
    // A delayed older report changes nothing.
    if (reportedMs < stored.updated.getTime()) return storedRecord(toSystemRecord(stored, policies), { status: 200 });
    const values = changedSystemValues(stored, body, now);
    refuseOutOfReach(reach, values);
    return storedRecord(toSystemRecord(await systems.update(stored.id, values, new Date(now)), policies), {
      status: 200,
    });
  }

  private registration({ subject }: CallerIdentity): Registration {
    return { registeredBy: subject, now: new Date(this.clock.now()) };
  }

  private newValues(body: SystemBody, reach: SystemReach): SystemValues {
    const nowMs = this.clock.now();
    refuseViolations(systemViolations(body, { isNew: true, nowMs }));
    const values = newSystemValues(body, nowMs);
    refuseOutOfReach(reach, values);
    return values;
  }

  private created(row: SystemRow): StoredRecord<SystemRecord> {
    return storedRecord(toSystemRecord(row, []), {
      status: 201,
      location: `${this.config.BASE_PATH}/systems/${row.id}`,
    });
  }
}

function refuseOutOfReach(reach: SystemReach, values: SystemValues): void {
  if (!reaches(reach, values)) throw outOfReach();
}

const outOfReach = (): ApiError =>
  new ApiError(ComplianceError.record_out_of_reach, 'You are not authorized to access this action.');

/** @param removed the system to restore; undefined when a new one is registered */
async function refuseTooMany(systems: SystemWriter, { registeredBy }: SystemReach, removed?: SystemRow): Promise<void> {
  if (registeredBy === null) return;
  const own = await systems.countOwn(registeredBy, MAX_OWN_SYSTEMS);
  if (own.present < MAX_OWN_SYSTEMS.present && (removed || own.removed < MAX_OWN_SYSTEMS.removed)) return;
  throw new ApiError(ComplianceError.too_many_systems);
}
