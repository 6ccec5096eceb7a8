import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { BooleanValue, PluginRest, StringValue } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { Answer } from '@wardstone/media-types';
import type { ListPage, Precondition } from '@wardstone/media-types';
import { parsePage } from '@wardstone/pagination';
import { Addresses } from '../api/addresses';
import { constantOf, integerOf, invalidParameter, readFlag, textOf } from '../api/query-values';
import { parsePathId } from '../api/path-id';
import type { Query } from '../api/query-values';
import { PluginDeployment } from './plugin-deployment.service';
import { PluginPush } from './plugin-push.service';
import { PluginsService } from './plugins.service';

const MAX_DELAY_MS = 2 ** 52;

/** The operations of `/plugins` as they are asked for: parameters in, answers out. See rule plugins-2. */
@Injectable()
export class PluginRequests {
  constructor(
    @Inject(PluginsService) private readonly plugins: PluginsService,
    @Inject(PluginDeployment) private readonly deployment: PluginDeployment,
    @Inject(PluginPush) private readonly pushes: PluginPush,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  /** @throws invalid_query */
  async list(query: Query): Promise<ListPage<PluginRest>> {
    const window = parsePage(query);
    const filter = {
      name: textOf(query, 'name') ?? '',
      version: textOf(query, 'version') ?? '',
      isEnabled: readFlag(query, 'enabled'),
      isDeleted: readDeleted(query),
    };
    return this.plugins.list(filter, window, readFlag(query, 'reload') ?? false);
  }

  async read(id: string): Promise<PluginRest> {
    return this.plugins.read(toId(id));
  }

  async setEnabled(id: string, parameters: Query, precondition: Precondition): Promise<PluginRest> {
    return this.plugins.setEnabled(toId(id), readFlag(parameters, 'enabled') ?? false, precondition);
  }

  async remove(id: string, precondition: Precondition): Promise<PluginRest> {
    return this.plugins.remove(toId(id), precondition);
  }

  /** 201 with the address of the plugin when there is a new one: that of the package itself if it is new. */
  async add(parameters: Query): Promise<Answer<readonly PluginRest[]>> {
    const { plugins, own } = await this.deployment.add(parameters);
    const added = plugins.find(({ id }) => id === own?.id) ?? plugins[0];
    if (!added) return new Answer(plugins);
    return new Answer(plugins, { status: 201, headers: { Location: this.addresses.of(`/plugins/${added.id}`) } });
  }

  /** The form of older clients: what is new, and the plugin of the package even if it is not. */
  async put(parameters: Query): Promise<readonly PluginRest[]> {
    const { plugins, own } = await this.deployment.add(parameters);
    const isListed = !own || plugins.some(({ id }) => id === own.id);
    return isListed ? plugins : [...plugins, own].sort((left, right) => left.id - right.id);
  }

  /** @throws invalid_query, plugin_push_scheduled */
  async push(parameters: Query, { username }: CallerIdentity): Promise<StringValue> {
    const delayMs = integerOf(parameters, 'delay') ?? 0;
    if (delayMs < 0 || delayMs > MAX_DELAY_MS) throw invalidParameter('Parameter delay must be 0 or more milliseconds');
    return { value: await this.pushes.schedule(delayMs, username) };
  }

  async isPushFinished(handle: string): Promise<BooleanValue> {
    return { value: await this.pushes.isFinished(handle) };
  }
}

function readDeleted(parameters: Query): boolean | undefined {
  const value = constantOf(parameters, 'deleted', ['TRUE', 'FALSE', 'ALL']) ?? 'FALSE';
  return value === 'ALL' ? undefined : value === 'TRUE';
}

/** What is no id names no plugin. */
function toId(text: string): number {
  const id = parsePathId(text);
  if (id === undefined) throw new ApiError(MonitoringError.plugin_not_found, `Plugin with id ${text} not found`);
  return id;
}
