import { Injectable } from '@nestjs/common';
import { type PluginEnablementQuery, type PluginListQuery, PluginRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type ListPage, type Parsed, type Precondition } from '@wardstone/media-types';
import { parsePathId } from '../api/path-id';
import { findDependencies, findDependents } from './domain/deployment-plan';
import { DropBoxQueries } from './drop-box.queries';
import { isBuiltIn } from './platforms/built-in-plugins';
import { PluginScan } from './plugin-scan.service';
import { PluginTypeRemoval } from './plugin-type-removal.service';
import { type InstalledPlugin, type PluginRow, PluginsQueries } from './plugins.queries';
import { TypeQueries } from './types/type.queries';

/** Lists, enables, disables and removes registered plugins. See rule plugins-2. */
@Injectable()
export class PluginsService {
  constructor(
    private readonly queries: PluginsQueries,
    private readonly dropBox: DropBoxQueries,
    private readonly types: TypeQueries,
    private readonly removal: PluginTypeRemoval,
    private readonly scan: PluginScan,
  ) {}

  /** With `reload`, scans the drop box first. */
  async list(query: PluginListQuery): Promise<ListPage<PluginRest>> {
    const { window, reload } = query;
    if (reload) await this.scan.run();
    const { rows, total } = await this.queries.findPage(query, window);
    return { items: rows.map(toRecord), total, window };
  }

  /** @throws plugin_not_found */
  async read(idText: string): Promise<PluginRest> {
    const id = toId(idText);
    return toRecord((await this.queries.findById(id)) ?? notFound(id));
  }

  /** @throws plugin_not_found, invalid_query, precondition_failed, plugin_dependency_conflict */
  async setEnabled(
    idText: string,
    parameters: Parsed<PluginEnablementQuery>,
    precondition: Precondition,
  ): Promise<PluginRest> {
    const id = toId(idText);
    const { enabled: isEnabled } = parameters.read();
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
   * Deletes a plugin with its types and their resources; its rows are removed after the last resource. A plugin that is
   * already deleted is returned unchanged.
   * @throws plugin_not_found, precondition_failed, plugin_built_in, plugin_dependency_conflict
   */
  async remove(idText: string, precondition: Precondition): Promise<PluginRest> {
    const id = toId(idText);
    return this.dropBox.exclusively(async (tx) => {
      const plugin = (await this.queries.findById(id, tx)) ?? notFound(id);
      precondition.require(PluginRest, toRecord(plugin));
      if (plugin.status === 'INSTALLED') {
        requireForeign(plugin.name);
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

/** An invalid id is unknown. */
function toId(text: string): number {
  return parsePathId(text) ?? notFound(text);
}

function notFound(id: number | string): never {
  throw new ApiError(MonitoringError.plugin_not_found, `Plugin with id ${id} not found`);
}

function requireForeign(name: string): void {
  if (!isBuiltIn(name)) return;
  throw new ApiError(
    MonitoringError.plugin_built_in,
    `Plugin ${name} comes with the product and cannot be deleted; PUT with enabled=false switches it off`,
  );
}

function requireNoDependents(name: string, installed: readonly InstalledPlugin[], fate: string): void {
  const dependents = findDependents(name, installed);
  const enabled = installed.filter((plugin) => plugin.isEnabled && dependents.has(plugin.name));
  if (enabled.length === 0) return;
  throw new ApiError(
    MonitoringError.plugin_dependency_conflict,
    `Plugin ${name} cannot be ${fate}: enabled plugins depend on it: ${toNames(enabled)}`,
  );
}

function requireEnabledDependencies(name: string, installed: readonly InstalledPlugin[]): void {
  const dependencies = findDependencies(name, installed);
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
    `Plugin ${name} cannot be enabled: it depends on plugins that are not: ${toNames(obstacles)}`,
  );
}

function toNames(plugins: readonly { name: string }[]): string {
  return [...new Set(plugins.map(({ name }) => name))].join(', ');
}
