import { Injectable } from '@nestjs/common';
import type { Link } from '@wardstone/dto';
import {
  type ChildListQuery,
  type ConfigurationPropertyRest,
  type HierarchyQuery,
  type PlatformListQuery,
  type ResourceConfigurationRest,
  type ResourceListQuery,
  type ResourceSearchQuery,
  ResourceWithChildren,
  type ResourceWithType,
} from '@wardstone/dto/monitoring';
import { HandlerResponse, type ListPage, one, StreamedRecords } from '@wardstone/media-types';
import type { PageWindow } from '@wardstone/pagination';
import { substringPattern, wholePattern } from '@wardstone/patterns';
import { type ConfigurationDefinition, maskedValues, type PropertyDefinition } from '@wardstone/plugin-descriptor';
import { Addresses } from '../api/addresses';
import { AuthorizationService, resourceNotFound } from '../authorization/authorization.service';
import { seesEverything, type Viewer } from '../authorization/viewer';
import { preOrder, toTree, type Tree } from './domain/hierarchy';
import { ResourceRecords } from './resource-record';
import type { ResourceRow } from './resource-row.sql';
import { type ResourceFilter, type ResourceOrder, ResourceReadQueries, type TreeRow } from './resource-reads.queries';

const PLATFORMS: ResourceFilter = { status: 'COMMITTED', category: 'PLATFORM' };
const BY_ID: ResourceOrder = { field: 'id', descends: false };
const BY_NAME: ResourceOrder = { field: 'name', descends: false };

/** See rule inventory-4. */
@Injectable()
export class ResourceReadsService {
  constructor(
    private readonly queries: ResourceReadQueries,
    private readonly authorization: AuthorizationService,
    private readonly records: ResourceRecords,
    private readonly addresses: Addresses,
  ) {}

  /**
   * The resource in any status.
   * @throws resource_not_found, resource_forbidden
   */
  async read(id: number, viewer: Viewer): Promise<HandlerResponse<ResourceWithType>> {
    const row = await this.queries.find(id, viewer);
    if (!row) throw resourceNotFound(id);
    this.authorization.authorizeResource(viewer, { id, isSeen: row.is_seen });
    return new HandlerResponse(this.records.of(row), {
      headers: { 'Last-Modified': new Date(Number(row.changed_ms)).toUTCString() },
    });
  }

  search(query: ResourceListQuery, viewer: Viewer): Promise<ListPage<ResourceWithType>> {
    return this.page(toResourceFilter(query), query.sort, viewer, query.window);
  }

  find(query: ResourceSearchQuery, viewer: Viewer): Promise<ListPage<ResourceWithType>> {
    return this.page(getCriteria(query), BY_NAME, viewer, query.window);
  }

  listPlatforms({ window }: PlatformListQuery, viewer: Viewer): Promise<ListPage<ResourceWithType>> {
    return this.page(PLATFORMS, BY_ID, viewer, window);
  }

  /**
   * The direct children; without a page all of them, streamed if they are many.
   * @throws as `read`
   */
  async listChildren(
    parentId: number,
    query: ChildListQuery,
    viewer: Viewer,
  ): Promise<ResourceWithType[] | ListPage<ResourceWithType> | StreamedRecords<ResourceWithType>> {
    const { window, sort } = query;
    const filter = { ...toResourceFilter(query), parentId };
    if (!window) {
      const blocks = this.queries.listBlocks(filter, sort, viewer);
      const { value: first = [] } = await blocks.next();
      await this.requireUnlessShown(viewer, parentId, first);
      return inBlocks(blocks, this.toRecord, first);
    }
    const page = await this.page(filter, sort, viewer, window);
    await this.requireUnlessShown(viewer, parentId, page.items);
    return page;
  }

  /**
   * The resource and all descendants: a list, or with `tree` one nested record.
   * @throws as `read`
   */
  async readHierarchy(
    id: number,
    { tree: isNested }: HierarchyQuery,
    viewer: Viewer,
  ): Promise<ResourceWithType[] | StreamedRecords<ResourceWithType> | HandlerResponse> {
    const nodes = await this.queries.listSubtree(id, viewer);
    await this.requireUnlessShown(viewer, id, nodes);
    const tree = toTree(id, nodes);
    if (isNested) return new HandlerResponse(toNested(tree), { kind: one(ResourceWithChildren) });
    const ids = preOrder(tree).map((node) => node.id);
    return inBlocks(this.queries.listInOrder(ids, viewer), this.toRecord);
  }

  /**
   * Links to the alerts that fired on the resource.
   * @throws as `read`
   */
  async listAlerts(id: number, viewer: Viewer): Promise<Link[] | StreamedRecords<Link>> {
    await this.authorization.requireResource(viewer, id);
    return inBlocks(this.queries.listAlertIds(id), (alertId) => this.addresses.link('alert', `/alert/${alertId}`));
  }

  /** See rule inventory-17. @throws resource_not_found, resource_forbidden */
  async readConfiguration(id: number, viewer: Viewer): Promise<ResourceConfigurationRest> {
    await this.authorization.requireResource(viewer, id, 'CONFIGURE_READ');
    const row = await this.queries.findConfiguration(id);
    if (!row) throw resourceNotFound(id);
    return {
      resourceId: id,
      version: row.version,
      pluginConfigProperties: declared(row.plugin_definition),
      pluginConfig: maskedValues(row.plugin_definition?.properties ?? [], row.plugin_configuration),
      resourceConfigProperties: declared(row.resource_definition),
      resourceConfig: maskedValues(row.resource_definition?.properties ?? [], row.resource_configuration),
      links: [this.addresses.link('resource', `/resource/${id}`)],
    };
  }

  private readonly toRecord = (row: ResourceRow): ResourceWithType => this.records.of(row);

  private async page(
    filter: ResourceFilter,
    sort: ResourceOrder,
    viewer: Viewer,
    window: PageWindow,
  ): Promise<ListPage<ResourceWithType>> {
    const { rows, total } = await this.queries.list(filter, sort, viewer, window);
    return { items: rows.map((row) => this.records.of(row)), total, window };
  }

  /** A result with rows implies that the resource exists; callers who see everything skip the check. */
  private async requireUnlessShown(viewer: Viewer, id: number, rows: readonly unknown[]): Promise<void> {
    if (rows.length > 0 && seesEverything(viewer)) return;
    await this.authorization.requireResource(viewer, id);
  }
}

/** All records, streamed if there is more than one block. */
async function inBlocks<Row, T>(
  blocks: AsyncGenerator<Row[], void>,
  toRecord: (row: Row) => T,
  read?: Row[],
): Promise<T[] | StreamedRecords<T>> {
  const first = read ?? ((await blocks.next()).value || []);
  const { value: second } = await blocks.next();
  if (!second) return first.map(toRecord);
  return new StreamedRecords(recordBlocks([first, second], blocks, toRecord));
}

async function* recordBlocks<Row, T>(
  read: readonly Row[][],
  others: AsyncIterable<Row[]>,
  toRecord: (row: Row) => T,
): AsyncGenerator<T[]> {
  for (const rows of read) yield rows.map(toRecord);
  for await (const rows of others) yield rows.map(toRecord);
}

/** By default only resources in inventory; see rule inventory-4. */
export function toResourceFilter(
  query: Omit<ResourceListQuery, 'window' | 'sort'> & Pick<ResourceFilter, 'ids'>,
): ResourceFilter {
  const { ids, status, category, availability, typeId, q } = query;
  return {
    ids,
    status: status === 'ALL' ? undefined : status,
    category,
    availability,
    typeId,
    name: q && substringPattern(q),
  };
}

function getCriteria(query: ResourceSearchQuery): ResourceFilter {
  const toPattern = query.strict ? wholePattern : substringPattern;
  return {
    ids: query.id === undefined ? undefined : [query.id],
    parentId: query.parentResourceId,
    name: query.name && toPattern(query.name),
    typeName: query.resourceTypeName && toPattern(query.resourceTypeName),
    pluginName: query.pluginName && toPattern(query.pluginName),
    status: query.inventoryStatus,
    availability: query.currentAvailability,
    category: query.resourceCategories,
  };
}

function toNested({ node: { id, name }, children }: Tree<TreeRow>): ResourceWithChildren {
  return { id: String(id), name, children: children.length === 0 ? null : children.map(toNested) };
}

function declared(definition: ConfigurationDefinition | null): ConfigurationPropertyRest[] {
  return (definition?.properties ?? []).map((property) => ({
    name: property.name,
    displayName: property.displayName,
    description: property.description,
    type: toType(property),
    required: property.isRequired,
  }));
}

function toType(property: PropertyDefinition): ConfigurationPropertyRest['type'] {
  return property.kind === 'SIMPLE' ? property.type : property.kind;
}
