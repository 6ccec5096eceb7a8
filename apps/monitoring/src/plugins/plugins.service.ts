import { Injectable } from '@nestjs/common';
import { PluginRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { ListPage, Precondition } from '@wardstone/media-types';
import type { PageWindow } from '@wardstone/pagination';
import { dependenciesOf, dependentsOf } from './domain/deployment-plan';
import { DropBoxQueries } from './drop-box.queries';
import { PluginScan } from './plugin-scan.service';
import { PluginTypeRemoval } from './plugin-type-removal.service';
import { type InstalledPlugin, type PluginFilter, type PluginRow, PluginsQueries } from './plugins.queries';
import { TypeQueries } from './types/type.queries';

/** What is done with plugins that are registered. See rule plugins-2. */
@Injectable()
export class PluginsService {
  constructor(
    private readonly queries: PluginsQueries,
    private readonly dropBox: DropBoxQueries,
    private readonly types: TypeQueries,
    private readonly removal: PluginTypeRemoval,
    private readonly scan: PluginScan,
  ) {}

  /** @param reload whether to look into the drop box first. */
  async list(filter: PluginFilter, window: PageWindow, reload: boolean): Promise<ListPage<PluginRest>> {
    if (reload) await this.scan.run();
    const { rows, total } = await this.queries.findPage(filter, { offset: window.offset, limit: window.limit });
    return { items: rows.map(toRecord), total, window };
  }

  /** @throws plugin_not_found */
  async read(id: number): Promise<PluginRest> {
    return toRecord((await this.queries.findById(id)) ?? notFound(id));
  }

  /** @throws plugin_not_found, precondition_failed, plugin_dependency_conflict */
  async setEnabled(id: number, isEnabled: boolean, precondition: Precondition): Promise<PluginRest> {
    return this.dropBox.exclusively(async (tx) => {
      const plugin = await this.queries.findById(id, tx);
      if (plugin?.status !== 'INSTALLED') notFound(id);
      precondition.require(PluginRest, toRecord(plugin));
      if (plugin.isEnabled !== isEnabled) {
        const installed = await this.queries.listInstalled(tx);
        if (isEnabled) requireEnabledDependencies(plugin.name, installed);
        else requireNoDependents(plugin.name, installed, 'disabled');
        await this.queries.setEnabled(tx, id, isEnabled);
      }
      return toRecord({ ...plugin, isEnabled });
    });
  }

  /**
   * Deletes a plugin with its types and their resources. What is left of it is erased after the last of the resources.
   * One that is deleted already is returned as it is.
   *
   * @throws plugin_not_found, precondition_failed, plugin_dependency_conflict
   */
  async remove(id: number, precondition: Precondition): Promise<PluginRest> {
    return this.dropBox.exclusively(async (tx) => {
      const plugin = (await this.queries.findById(id, tx)) ?? notFound(id);
      precondition.require(PluginRest, toRecord(plugin));
      if (plugin.status === 'INSTALLED') {
        requireNoDependents(plugin.name, await this.queries.listInstalled(tx), 'deleted');
        await this.queries.markDeleted(tx, id);
        await this.removal.removeTypes(tx, await this.types.markDeleted(tx, id, []));
        await this.removal.purge(tx);
      }
      return toRecord({ ...plugin, status: 'DELETED' });
    });
  }
}

export function toRecord({ id, name, displayName, version, isEnabled, status }: PluginRow): PluginRest {
  return { id, name, displayName, version, enabled: isEnabled, status, links: [] };
}

function notFound(id: number): never {
  throw new ApiError(MonitoringError.plugin_not_found, `Plugin with id ${id} not found`);
}

function requireNoDependents(name: string, installed: readonly InstalledPlugin[], fate: string): void {
  const dependents = dependentsOf(name, installed);
  const enabled = installed.filter((plugin) => plugin.isEnabled && dependents.has(plugin.name));
  if (enabled.length === 0) return;
  throw new ApiError(
    MonitoringError.plugin_dependency_conflict,
    `Plugin ${name} cannot be ${fate}: enabled plugins depend on it: ${namesOf(enabled)}`,
  );
}

function requireEnabledDependencies(name: string, installed: readonly InstalledPlugin[]): void {
  const dependencies = dependenciesOf(name, installed);
  const disabled = installed.filter((plugin) => !plugin.isEnabled && dependencies.has(plugin.name));
  const known = new Set(installed.map((plugin) => plugin.name));
  const missing = installed
    .filter((plugin) => plugin.name === name || dependencies.has(plugin.name))
    .flatMap((plugin) => plugin.dependencies)
    .filter(({ plugin, isRequired }) => isRequired && !known.has(plugin))
    .map(({ plugin }) => ({ name: plugin }));
  const obstacles = [...disabled, ...missing];
  if (obstacles.length === 0) return;
  throw new ApiError(
    MonitoringError.plugin_dependency_conflict,
    `Plugin ${name} cannot be enabled: it depends on plugins that are not: ${namesOf(obstacles)}`,
  );
}

function namesOf(plugins: readonly { name: string }[]): string {
  return [...new Set(plugins.map(({ name }) => name))].join(', ');
}
