import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { type ConfigurationValue, DescriptorError, type ResolvedPlugin } from '@wardstone/plugin-descriptor';
import { CollectionSchedules } from '../../metrics/schedules/collection-schedules.service';
import { requiredValues } from '../domain/required-values';
import { PluginTypeRemoval } from '../plugin-type-removal.service';
import { FacetQueries } from './facet.queries';
import type { FacetTable } from './merge-rules.queries';
import { facetRows, parentRows, typeRow } from './plugin-rows';
import { ResourceUpgradeQueries } from './resource-upgrade.queries';
import { type RegisteredPackage, type StoredType, TypeQueries } from './type.queries';

const FACET_TABLES: readonly FacetTable[] = [
  'operation_definition',
  'event_definition',
  'package_type',
  'drift_template',
];

/**
 * Registers a plugin: updates the tables from its descriptor, and then its resources. New plugins and upgrades take the
 * same path; existing rows keep their id. See rule plugins-8.
 */
@Injectable()
export class PluginRegistration {
  constructor(
    private readonly types: TypeQueries,
    private readonly facets: FacetQueries,
    private readonly schedules: CollectionSchedules,
    private readonly resources: ResourceUpgradeQueries,
    private readonly removal: PluginTypeRemoval,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs in the caller's transaction, which must be rolled back on failure. Returns the id of the plugin, and warnings.
   * @param registeredId id of the plugin for an upgrade or a repeated registration
   * @throws DescriptorError when resources that are there would need a value that the descriptor does not give.
   */
  async register(
    tx: Transaction,
    resolved: ResolvedPlugin,
    from: RegisteredPackage,
    registeredId: number | undefined,
  ): Promise<{ id: number; warnings: readonly string[] }> {
    const { descriptor } = resolved;
    const id = await this.types.storePlugin(tx, registeredId, descriptor, from);
    await this.types.replaceDependencies(tx, id, descriptor);

    const before = await this.types.listTypes(tx, id);
    const typeIds = await this.types.mergeTypes(tx, id, resolved.types.map(typeRow));
    await this.removal.removeTypes(tx, await this.types.markDeleted(tx, id, [...typeIds.values()]));
    await this.types.alignCategories(tx, id);
    await this.mergeFacets(tx, resolved, typeIds);
    const warnings = await this.mergeParents(tx, id, resolved, typeIds);
    await this.fillInRequired(tx, before, resolved, typeIds);
    return { id, warnings: [...resolved.warnings, ...warnings] };
  }

  private async mergeFacets(
    tx: Transaction,
    resolved: ResolvedPlugin,
    typeIds: ReadonlyMap<string, number>,
  ): Promise<void> {
    const rows = facetRows(resolved, typeIds);
    const ids = [...typeIds.values()];
    const newMetrics = await this.facets.merge(tx, 'metric_definition', ids, rows.metric_definition);
    if (newMetrics.length > 0) await this.schedules.metricsAdded(tx, newMetrics, this.clock.now());
    for (const table of FACET_TABLES) await this.facets.merge(tx, table, ids, rows[table]);
  }

  private async mergeParents(
    tx: Transaction,
    pluginId: number,
    resolved: ResolvedPlugin,
    typeIds: ReadonlyMap<string, number>,
  ): Promise<string[]> {
    const rows = parentRows(resolved, typeIds);
    const removed = await this.types.mergeParents(tx, pluginId, [...typeIds.values()], rows);
    const { stayed } = await this.resources.moveMisplaced(tx, removed, this.clock.now());
    return stayed === 0 ? [] : [`${stayed} resources remain below a parent of a type that is no longer allowed`];
  }

  /** Properties that all resources must now have, each with the types that declare it alike. */
  private async fillInRequired(
    tx: Transaction,
    before: readonly StoredType[],
    { types }: ResolvedPlugin,
    typeIds: ReadonlyMap<string, number>,
  ): Promise<void> {
    const known = new Map(before.map((type) => [type.name, type]));
    const needs = new Map<string, { path: readonly string[]; value: ConfigurationValue; types: string[] }>();
    for (const { name, pluginConfiguration } of types) {
      const earlier = known.get(name);
      if (!earlier) continue;
      for (const { path, value } of requiredValues(earlier.pluginConfiguration, pluginConfiguration)) {
        const key = JSON.stringify([path, value]);
        const need = needs.get(key) ?? { path, value, types: [] };
        need.types.push(name);
        needs.set(key, need);
      }
    }
    for (const { path, value, types: names } of needs.values()) {
      const ids = names.map((name) => typeIds.get(name)!);
      if (value !== null) {
        await this.resources.fillIn(tx, ids, path, value, this.clock.now());
      } else if (await this.resources.isAnyWithout(tx, ids, path)) {
        throw new DescriptorError(
          `The required property "${path.join('.')}" of ${names.join(', ')} has no default and is not set on existing resources`,
        );
      }
    }
  }
}
