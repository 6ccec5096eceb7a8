import { Injectable } from '@nestjs/common';
import { type CallerIdentity, permits } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { AuditNote } from '@wardstone/bootstrap';
import { AgentRequestQueries } from './agent-requests.queries';
import type { CreatableType } from './creation.queries';
import type { SentValues } from './domain/effective-configuration';
import { namingProperties, withoutSecrets } from './domain/naming-properties';

/** Authorises connection properties sent by people, because an agent opens, runs or connects to what they name. */
@Injectable()
export class ConnectionGuard {
  constructor(private readonly agents: AgentRequestQueries) {}

  /**
   * Only administrators may name files, folders, programs and addresses of a machine with an agent.
   * @throws connection_property_forbidden
   */
  async authorize(
    tx: Transaction,
    place: { parentId: number; type: Pick<CreatableType, 'plugin_configuration'>; sent: SentValues | undefined },
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<void> {
    const naming = namingProperties(place.type.plugin_configuration, place.sent);
    const names = Object.keys(naming);
    if (names.length === 0) return;
    note({ connectionProperties: withoutSecrets(naming) });
    if (permits(caller.permissions, 'MANAGE_SETTINGS')) return;
    if ((await this.agents.findAgentOf(tx, place.parentId)) === undefined) return;
    throw new ApiError(
      MonitoringError.connection_property_forbidden,
      `Connection property ${names.join(', ')} names something the agent opens: only administrators may set it`,
    );
  }
}
