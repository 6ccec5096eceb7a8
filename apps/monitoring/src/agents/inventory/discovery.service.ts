import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { InventoryReport, InventoryResult } from '@wardstone/dto/monitoring';
import { InventoryService } from '../../resources/inventory.service';
import { ancestryBelow } from '../../resources/domain/ancestry';
import { effectiveConfiguration } from '../../resources/domain/effective-configuration';
import { AgentReports } from '../reports/agent-reports.service';
import { invalidReport, type SentReport, requireFields } from '../reports/report-reader';
import { type DiscoverableType, DiscoveryQueries, type KnownResource } from './discovery.queries';
import { type Discovered, type DiscoveredRoot, readDiscovery } from './read-discovery';

/** A report that is being merged into the inventory. */
interface Merge {
  tx: Transaction;
  agent: string;
  nowMs: number;
  typeOf: (resource: Discovered) => DiscoverableType | undefined;
  known: Map<string, KnownResource>;
  byId: Map<number, KnownResource>;
  /** Existing resources by parent and type, for types that permit only one. */
  occupied: Map<string, number>;
  created: number[];
  resources: { path: string; resourceId: number; status: string; created: boolean }[];
  rejected: { path: string; reason: string }[];
}

/** Merges reports of discovered resources into the inventory. See rule agents-3. */
@Injectable()
export class Discovery {
  constructor(
    private readonly reports: AgentReports,
    private readonly queries: DiscoveryQueries,
    private readonly inventory: InventoryService,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, sent: SentReport<InventoryReport>, caller: CallerIdentity): Promise<InventoryResult> {
    return this.reports.take(
      name,
      { kind: 'inventory', ...sent },
      caller,
      () => readDiscovery(requireFields(sent)),
      (tx, { agent, nowMs }, roots) => this.merge(tx, agent, roots, nowMs),
    );
  }

  private async merge(tx: Transaction, agent: string, roots: readonly DiscoveredRoot[], nowMs: number) {
    const merge = await this.begin(tx, agent, roots, nowMs);
    for (const root of roots) {
      if (root.parentId !== undefined || merge.typeOf(root) === undefined) continue;
      if (merge.typeOf(root)!.category !== 'PLATFORM')
        throw invalidReport(`${root.path}: field parentId must be given`);
    }
    for (const root of roots) await this.mergeRoot(merge, root);
    await this.inventory.enter(tx, merge.created, nowMs);
    return { resources: merge.resources, rejected: merge.rejected };
  }

  private async begin(tx: Transaction, agent: string, roots: readonly Discovered[], nowMs: number): Promise<Merge> {
    const names = new Map<string, Discovered>();
    const visit = (resource: Discovered): void => {
      names.set(typeKey(resource.pluginName, resource.typeName), resource);
      resource.children.forEach(visit);
    };
    roots.forEach(visit);
    const requested = [...names.values()];
    const types = await this.queries.listTypes(
      tx,
      requested.map(({ typeName }) => typeName),
      requested.map(({ pluginName }) => pluginName),
    );
    const typesByName = new Map(types.map((type) => [typeKey(type.plugin, type.name), type]));
    const merge: Merge = {
      tx,
      agent,
      nowMs,
      typeOf: ({ pluginName, typeName }) => typesByName.get(typeKey(pluginName, typeName)),
      known: new Map(),
      byId: new Map(),
      occupied: new Map(),
      created: [],
      resources: [],
      rejected: [],
    };
    for (const resource of await this.queries.listKnown(tx, agent)) remember(merge, resource);
    return merge;
  }

  private async mergeRoot(merge: Merge, root: DiscoveredRoot): Promise<void> {
    if (root.parentId !== undefined) {
      const parent = merge.byId.get(root.parentId);
      if (parent) await this.mergeBelow(merge, root, parent);
      else merge.rejected.push({ path: root.path, reason: `unknown resource ${root.parentId}` });
      return;
    }
    const type = merge.typeOf(root);
    if (!type) {
      merge.rejected.push({ path: root.path, reason: unknownType(root) });
      return;
    }
    // An agent has one platform, whatever its name.
    const known = [...merge.byId.values()].find(({ category }) => category === 'PLATFORM');
    await this.mergeOne(merge, root, type, undefined, known);
  }

  private async mergeBelow(merge: Merge, resource: Discovered, parent: KnownResource): Promise<void> {
    const type = merge.typeOf(resource);
    const reason = type ? this.refusal(merge, resource, type, parent) : unknownType(resource);
    if (!type || reason !== undefined) {
      merge.rejected.push({ path: resource.path, reason: reason! });
      return;
    }
    await this.mergeOne(merge, resource, type, parent, merge.known.get(identity(parent.id, type.id, resource.key)));
  }

  private refusal(
    merge: Merge,
    { key }: Discovered,
    type: DiscoverableType,
    parent: KnownResource,
  ): string | undefined {
    if (!type.parent_type_ids.includes(parent.resource_type_id)) return `type ${type.name} not allowed here`;
    const there = merge.occupied.get(`${parent.id}:${type.id}`);
    const isOther = there !== undefined && merge.known.get(identity(parent.id, type.id, key))?.id !== there;
    return type.is_singleton && isOther ? `type ${type.name} allows one resource here` : undefined;
  }

  private async mergeOne(
    merge: Merge,
    resource: Discovered,
    type: DiscoverableType,
    parent: KnownResource | undefined,
    known: KnownResource | undefined,
  ): Promise<void> {
    if (known?.inventory_status === 'IGNORED') {
      merge.resources.push({ path: resource.path, resourceId: known.id, status: 'IGNORED', created: false });
      return;
    }
    const row = known ?? (await this.create(merge, resource, type, parent));
    if (!row) {
      merge.rejected.push({ path: resource.path, reason: 'a resource with this key already exists' });
      return;
    }
    if (known) await this.update(merge, resource, type, known);
    const { id: resourceId, inventory_status: status } = row;
    merge.resources.push({ path: resource.path, resourceId, status, created: !known });
    for (const child of resource.children) await this.mergeBelow(merge, child, row);
  }

  private async create(
    merge: Merge,
    resource: Discovered,
    type: DiscoverableType,
    parent: KnownResource | undefined,
  ): Promise<KnownResource | undefined> {
    const { tx, agent, nowMs } = merge;
    const ordered = parent && (await this.queries.findOrderedName(tx, parent.id, type.id, resource.key));
    const isCommitted =
      ordered !== undefined ||
      (parent?.inventory_status === 'COMMITTED' && !(type.category === 'SERVER' && parent.category === 'PLATFORM'));
    const found = {
      ...resource,
      agent,
      type,
      name: ordered ?? resource.name,
      parentId: parent?.id ?? null,
      ancestry: parent ? ancestryBelow({ ...parent, typeId: parent.resource_type_id }) : null,
      status: isCommitted ? ('COMMITTED' as const) : ('NEW' as const),
      pluginConfiguration: effectiveConfiguration(type.plugin_configuration, resource.pluginConfig),
      resourceConfiguration: effectiveConfiguration(type.resource_configuration, resource.resourceConfig),
    };
    const row =
      (await this.queries.insert(tx, found, nowMs)) ??
      // Machines may share a name; platforms are distinguished by their agents.
      (parent ? undefined : await this.queries.insert(tx, { ...found, key: `${found.key} of ${agent}` }, nowMs));
    if (!row) return undefined;
    merge.created.push(row.id);
    remember(merge, row);
    return row;
  }

  private async update(
    { tx, agent, nowMs }: Merge,
    resource: Discovered,
    type: DiscoverableType,
    known: KnownResource,
  ): Promise<void> {
    if (known.inventory_status === 'COMMITTED') {
      await this.queries.update(tx, known.id, resource, nowMs);
      return;
    }
    const pluginConfiguration = effectiveConfiguration(type.plugin_configuration, resource.pluginConfig);
    const { parent_id: parentId, ancestry } = known;
    await this.queries.refresh(
      tx,
      known.id,
      { ...resource, agent, type, parentId, ancestry, pluginConfiguration, resourceConfiguration: {} },
      nowMs,
    );
  }
}

function remember(merge: Merge, resource: KnownResource): void {
  const { id, parent_id, resource_type_id, key } = resource;
  merge.byId.set(id, resource);
  if (parent_id === null) return;
  merge.known.set(identity(parent_id, resource_type_id, key), resource);
  merge.occupied.set(`${parent_id}:${resource_type_id}`, id);
}

function identity(parentId: number, typeId: number, key: string): string {
  return `${parentId}:${typeId}:${key}`;
}

function typeKey(plugin: string, name: string): string {
  return JSON.stringify([plugin, name]);
}

function unknownType({ typeName, pluginName }: Discovered): string {
  return `unknown type ${typeName} of plugin ${pluginName}`;
}
