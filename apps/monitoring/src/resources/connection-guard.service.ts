import { Injectable } from '@nestjs/common';
import { type CallerIdentity, permits } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { AuditNote } from '@wardstone/bootstrap';
import { invalidContent } from '../api/invalid-parameter';
import { AuthorizationService } from '../authorization/authorization.service';
import { AgentRequestQueries } from './agent-requests.queries';
import type { CreatableType } from './creation.queries';
import type { SentValues } from './domain/effective-configuration';
import { namedResources, namingProperties, withoutSecrets } from './domain/naming-properties';

const MAX_RESOURCES = 20;

/**
 * Authorises connection properties sent by people, because an agent opens, runs or connects to what they name, and the
 * server tells the state of resources that they name.
 */
@Injectable()
export class ConnectionGuard {
  constructor(
    private readonly agents: AgentRequestQueries,
    private readonly authorization: AuthorizationService,
  ) {}

  /**
   * Only administrators may name files, folders, programs and addresses of a machine with an agent. Everybody may name
   * resources that they see; whoever changes anything becomes responsible for all that are named.
   * @param place `sent` has the properties to authorise, `after` all of them, if others remain
   * @throws connection_property_forbidden, invalid_content, resource_not_found, resource_forbidden
   */
  async authorize(
    tx: Transaction,
    place: {
      parentId: number;
      type: Pick<CreatableType, 'plugin_configuration'>;
      sent: SentValues | undefined;
      after?: SentValues;
    },
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<void> {
    await this.authorizeResources(tx, place.type, place.after ?? place.sent, caller);
    const naming = namingProperties(place.type.plugin_configuration, place.sent);
    const names = Object.keys(naming);
    if (names.length === 0) return;
    note({ connectionProperties: withoutSecrets(naming) });
    if (permits(caller.permissions, 'MANAGE_SETTINGS')) return;
    if ((await this.agents.findAgent(tx, place.parentId)) === undefined) return;
    throw new ApiError(
      MonitoringError.connection_property_forbidden,
      `Connection property ${names.join(', ')} names something the agent opens: only administrators may set it`,
    );
  }

  private async authorizeResources(
    tx: Transaction,
    type: Pick<CreatableType, 'plugin_configuration'>,
    named: SentValues | undefined,
    caller: CallerIdentity,
  ): Promise<void> {
    const ids = [...new Set(namedResources(type.plugin_configuration, named))];
    if (ids.length > MAX_RESOURCES) throw invalidContent(`At most ${MAX_RESOURCES} resources can be named`);
    for (const id of ids) {
      if (id === undefined) throw invalidContent('Resources are named by their ids, separated by commas');
      await this.authorization.requireResource(caller, id, 'VIEW_RESOURCE', tx);
    }
  }
}
