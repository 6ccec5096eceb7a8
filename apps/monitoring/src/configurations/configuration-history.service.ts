import { Injectable } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import type {
  ConfigurationChange,
  ConfigurationChangeQuery,
  ConfigurationDifference,
  ConfigurationDifferenceQuery,
} from '@wardstone/dto/monitoring';
import type { ListPage } from '@wardstone/media-types';
import { MASK } from '@wardstone/terms';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { ConfigurationHistoryQueries } from './configuration-history.queries';
import { secretProperties } from './domain/secret-properties';

/** Maximum number of versions whose changes are listed, because a configuration may be large and have thousands. */
const MAX_VERSIONS = 200;

/** See rule agents-21. */
@Injectable()
export class ConfigurationHistoryService {
  constructor(
    private readonly queries: ConfigurationHistoryQueries,
    private readonly authorization: AuthorizationService,
    private readonly heavyWork: HeavyWork,
  ) {}

  /** @throws resource_not_found, resource_forbidden, too_many_heavy_requests */
  async listChanges(
    id: number,
    { window }: ConfigurationChangeQuery,
    viewer: Viewer,
    client: Client,
  ): Promise<ListPage<ConfigurationChange>> {
    await this.authorization.requireResource(viewer, id, 'CONFIGURE_READ');
    await this.heavyWork.begin(client);
    const secrets = secretProperties(await this.queries.findDefinition(id));
    const { rows, total } = await this.queries.listChanges(id, MAX_VERSIONS, window);
    const items = rows.map(({ version, time, property, before, after }) => {
      const isSecret = secrets.has(property);
      return { version, time, property, before: shown(before, isSecret), after: shown(after, isSecret) };
    });
    return { items, total, window };
  }

  /** @throws resource_not_found, resource_forbidden, too_many_heavy_requests */
  async listDifferences(
    id: number,
    { other = id, time, otherTime, window }: ConfigurationDifferenceQuery,
    viewer: Viewer,
    client: Client,
  ): Promise<ListPage<ConfigurationDifference>> {
    for (const each of new Set([id, other])) await this.authorization.requireResource(viewer, each, 'CONFIGURE_READ');
    await this.heavyWork.begin(client);
    const secrets = secretProperties(await this.queries.findDefinition(id));
    const otherSecrets = secretProperties(await this.queries.findDefinition(other));
    const { rows, total } = await this.queries.listDifferences(
      { resourceId: id, timeMs: time },
      { resourceId: other, timeMs: otherTime },
      window,
    );
    const items = rows.map(({ property, value, otherValue }) => ({
      property,
      value: shown(value, secrets.has(property)),
      otherValue: shown(otherValue, otherSecrets.has(property)),
    }));
    return { items, total, window };
  }
}

function shown(value: string | null, isSecret: boolean): string | null {
  return value !== null && isSecret ? MASK : value;
}
