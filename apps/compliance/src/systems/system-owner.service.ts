import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { SystemOwnerBody, SystemOwnerRecord } from '@wardstone/dto/compliance';
import { requireRecord, systemNotFound } from '../api/record-errors';
import type { WriteRequest } from '../api/request';
import { toSystemReach } from './domain/system-reach';
import { SystemsQueries } from './system-list.queries';
import { SystemsService } from './systems.service';

/** Login that owns a system: the one that registered it, until an administrator changes it. */
@Injectable()
export class SystemOwnerService {
  constructor(
    private readonly queries: SystemsQueries,
    private readonly systems: SystemsService,
  ) {}

  /** @throws system_not_found */
  async read(caller: CallerIdentity, givenId: string): Promise<SystemOwnerRecord> {
    const { id, registered_by } = await this.systems.require(caller, givenId);
    return toRecord(id, registered_by);
  }

  /** @throws system_not_found */
  async assign(
    givenId: string,
    { caller, body: { subject } }: WriteRequest<SystemOwnerBody>,
  ): Promise<SystemOwnerRecord> {
    const reach = toSystemReach(caller);
    return this.queries.write(caller.orgId, async (systems) => {
      const system = await requireRecord(givenId, systemNotFound, (id) => systems.lockVisible(id, reach));
      // With another owner, it is no longer an agent's host: its agent registers another system.
      if (system.registered_by !== subject) await systems.giveTo(system.id, subject, null);
      return toRecord(system.id, subject);
    });
  }
}

const toRecord = (system_id: string, subject: string | null): SystemOwnerRecord => ({
  system_id,
  subject,
  type: 'system_owner',
});
