import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type {
  BooleanValue,
  PluginEnablementQuery,
  PluginListQuery,
  PluginPackageQuery,
  PluginPushQuery,
  PluginRest,
  StringValue,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { Answer, type ListPage, type Parsed, type Precondition, valueOf } from '@wardstone/media-types';
import { Addresses } from '../api/addresses';
import { parsePathId } from '../api/path-id';
import { PluginDeployment } from './plugin-deployment.service';
import { PluginPush } from './plugin-push.service';
import { PluginsService } from './plugins.service';

/** The operations of `/plugins` as they are requested: parameters in, records out. See rule plugins-2. */
@Injectable()
export class PluginRequests {
  constructor(
    private readonly plugins: PluginsService,
    private readonly deployment: PluginDeployment,
    private readonly pushes: PluginPush,
    private readonly addresses: Addresses,
  ) {}

  async list(query: PluginListQuery): Promise<ListPage<PluginRest>> {
    const { window, name = '', version = '', enabled, deleted, reload } = query;
    const isDeleted = deleted === 'ALL' ? undefined : deleted === 'TRUE';
    return this.plugins.list({ name, version, isEnabled: enabled, isDeleted }, window, reload);
  }

  async read(id: string): Promise<PluginRest> {
    return this.plugins.read(toId(id));
  }

  /** @throws plugin_not_found, invalid_query, precondition_failed, plugin_dependency_conflict */
  async setEnabled(
    id: string,
    parameters: Parsed<PluginEnablementQuery>,
    precondition: Precondition,
  ): Promise<PluginRest> {
    return this.plugins.setEnabled(toId(id), valueOf(parameters).enabled, precondition);
  }

  async remove(id: string, precondition: Precondition): Promise<PluginRest> {
    return this.plugins.remove(toId(id), precondition);
  }

  /** 201 with the address of the plugin when there is a new one: that of the package itself if it is new. */
  async add(parameters: PluginPackageQuery): Promise<Answer<readonly PluginRest[]>> {
    const { plugins, own } = await this.deployment.add(parameters);
    const added = plugins.find(({ id }) => id === own?.id) ?? plugins[0];
    if (!added) return new Answer(plugins);
    return new Answer(plugins, { status: 201, headers: { Location: this.addresses.of(`/plugins/${added.id}`) } });
  }

  /** The form of older clients: what is new, and the plugin of the package even if it is not. */
  async put(parameters: PluginPackageQuery): Promise<readonly PluginRest[]> {
    const { plugins, own } = await this.deployment.add(parameters);
    const isListed = !own || plugins.some(({ id }) => id === own.id);
    return isListed ? plugins : [...plugins, own].sort((left, right) => left.id - right.id);
  }

  /** @throws plugin_push_scheduled */
  async push({ delay }: PluginPushQuery, { username }: CallerIdentity): Promise<StringValue> {
    return { value: await this.pushes.schedule(delay, username) };
  }

  async isPushFinished(handle: string): Promise<BooleanValue> {
    return { value: await this.pushes.isFinished(handle) };
  }
}

/** What is no id names no plugin. */
function toId(text: string): number {
  const id = parsePathId(text);
  if (id === undefined) throw new ApiError(MonitoringError.plugin_not_found, `Plugin with id ${text} not found`);
  return id;
}
