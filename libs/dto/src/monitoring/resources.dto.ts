import type { PageWindow } from '@wardstone/pagination';
import { AVAILABILITY_TYPES, type AvailabilityType } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Link, ObjectMap, Sort } from '../values';
import { DeletionQuery, PageQuery } from './values.dto';

export const CATEGORIES = ['PLATFORM', 'SERVER', 'SERVICE'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Inventory statuses of a resource. */
export const INVENTORY_STATUSES = ['NEW', 'IGNORED', 'COMMITTED', 'DELETED', 'UNINVENTORIED'] as const;
export type InventoryStatus = (typeof INVENTORY_STATUSES)[number];

/** `name` sorts by code points, with an index; `naturalName` sorts numbers within names by value. */
export const RESOURCE_SORT_FIELDS = ['name', 'naturalName', 'id', 'availability'] as const;

@Dto('resource', 'A resource of the inventory with its type', { lineFields: ['resourceId', 'resourceName'] })
export class ResourceWithType {
  @Field.String('Name')
  resourceName!: string;
  @Field.Int('Id')
  resourceId!: number;
  @Field.String('Name of the type')
  typeName!: string;
  @Field.Int('Id of the type', { nullable: true })
  typeId!: number | null;
  @Field.String('Plugin that declares the type')
  pluginName!: string;
  @Field.Int('Id of the parent; null for a platform', { nullable: true })
  parentId!: number | null;
  @Field.Enum('Inventory status', { values: INVENTORY_STATUSES, open: true })
  status!: InventoryStatus;
  @Field.Enum('Current availability; may be stale in a cached response', { values: AVAILABILITY_TYPES, open: true })
  availability!: AvailabilityType;
  @Field.String('Path to the root, nearest ancestor first: typeId_:_resourceId_:_name, joined by _::_', {
    nullable: true,
  })
  ancestry!: string | null;
  @Field.String('Location, free text', { nullable: true })
  location!: string | null;
  @Field.String('Description, free text', { nullable: true })
  description!: string | null;
  @Field.Links('Links of the resource')
  links!: readonly Link[];
}

@Dto('resource', 'A resource to be created', { name: 'CreateCBRresourceRequest' })
export class CreationRequest extends ResourceWithType {
  @Field.ObjectMap('Connection properties')
  pluginConfig!: ObjectMap;
  @Field.ObjectMap('Configuration of the new resource; of content, its deployment properties')
  resourceConfig!: ObjectMap;
}

export const PROPERTY_TYPES = [
  'STRING',
  'LONG_STRING',
  'PASSWORD',
  'BOOLEAN',
  'INTEGER',
  'LONG',
  'FLOAT',
  'DOUBLE',
  'FILE',
  'DIRECTORY',
  'LIST',
  'MAP',
  'DYNAMIC',
] as const;

@Dto('property', 'A property that the type of a resource declares')
export class ConfigurationPropertyRest {
  @Field.String('Name: the key of its value')
  name!: string;
  @Field.String('Name for display')
  displayName!: string;
  @Field.String('Description', { nullable: true })
  description!: string | null;
  @Field.Enum('Type of the value', { values: PROPERTY_TYPES })
  type!: (typeof PROPERTY_TYPES)[number];
  @Field.Boolean('Whether a value is required')
  required!: boolean;
}

@Dto('resourceConfiguration', 'Connection properties and configuration of a resource')
export class ResourceConfigurationRest {
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.String('Version, as the agent reported it', { nullable: true })
  version!: string | null;
  @Field.Array('Declared connection properties, in order', { of: () => ConfigurationPropertyRest })
  pluginConfigProperties!: readonly ConfigurationPropertyRest[];
  @Field.ObjectMap('Connection properties, also undeclared ones; secrets are masked')
  pluginConfig!: ObjectMap;
  @Field.Array('Declared properties of the configuration, in order', { of: () => ConfigurationPropertyRest })
  resourceConfigProperties!: readonly ConfigurationPropertyRest[];
  @Field.ObjectMap('Configuration as last reported, also undeclared properties; secrets are masked')
  resourceConfig!: ObjectMap;
  @Field.Links('The resource', { element: 'link' })
  links!: readonly Link[];
}

@Dto('connection', 'Connection properties of a resource')
export class ConnectionChange {
  @Field.ObjectMap('Connection properties')
  pluginConfig!: ObjectMap;
}

@Dto('resourceRemoval', 'Resources that leave the inventory together')
export class ResourceRemoval {
  @Field.Int('Number of resources that match')
  resources!: number;
  @Field.Int('Number of other resources below them')
  parts!: number;
  @Field.Int('Number of alerts of both that are not over')
  openAlerts!: number;
  @Field.Int('Number of metric schedules of both')
  schedules!: number;
}

@Dto('resourceWithChildren', 'A resource with its descendants')
export class ResourceWithChildren {
  @Field.String('Id of the resource')
  id!: string;
  @Field.String('Name of the resource')
  name!: string;
  @Field.Array('Child resources; null without children', { of: () => ResourceWithChildren, nullable: true })
  children!: readonly ResourceWithChildren[] | null;
}

type ResourceSort = Sort<(typeof RESOURCE_SORT_FIELDS)[number]>;

const status = (values: readonly (InventoryStatus | 'ALL')[], alias?: string): PropertyDecorator =>
  Field.Enum('Inventory status, case-insensitive', { values, default: 'COMMITTED', ...(alias && { alias }) });
const category = (alias?: string): PropertyDecorator =>
  Field.Enum('Category, case-insensitive', { values: CATEGORIES, optional: true, ...(alias && { alias }) });
const availability = (alias?: string): PropertyDecorator =>
  Field.Enum('Current availability, case-insensitive', {
    values: AVAILABILITY_TYPES,
    optional: true,
    ...(alias && { alias }),
  });
const NamePart = Field.String('Part of the name, case-insensitive', { optional: true });
const STATUSES = ['ALL', ...INVENTORY_STATUSES] as const;
/** Statuses of resources that can be removed from the inventory or the discovery queue. */
const REMOVABLE = ['NEW', 'IGNORED', 'COMMITTED'] as const;
const ORDER = { fields: RESOURCE_SORT_FIELDS, default: { field: 'name', descends: false } } as const;

/** Filters and page of the list of resources. */
export class ResourceListQuery extends PageQuery {
  @status(STATUSES)
  status!: InventoryStatus | 'ALL';
  @category()
  category?: Category;
  @availability()
  availability?: AvailabilityType;
  @Field.Id('Only those of this type', { optional: true })
  typeId?: number;
  @NamePart
  q?: string;
  @Field.Sort(ORDER)
  sort!: ResourceSort;
}

/** Search criteria with parameter names of another product's API; all of them must match. */
export class ResourceSearchQuery extends PageQuery {
  @Field.Id('Only the resource with this id', { optional: true })
  id?: number;
  @NamePart
  name?: string;
  @Field.String('Part of the name of the type, case-insensitive', { alias: 'type', optional: true })
  resourceTypeName?: string;
  @Field.String('Part of the name of the plugin, case-insensitive', { alias: 'plugin', optional: true })
  pluginName?: string;
  @Field.Flag('Names are whole names, not parts', { default: false })
  strict!: boolean;
  @Field.Id('Only the children of this resource', { alias: 'parentId', optional: true })
  parentResourceId?: number;
  @status(INVENTORY_STATUSES, 'status')
  inventoryStatus!: InventoryStatus;
  @availability('availability')
  currentAvailability?: AvailabilityType;
  @category('category')
  resourceCategories?: Category;
}

/**
 * Filter and page of the list of children; without a page, all children are listed. The filter is validated before the
 * page.
 */
export class ChildListQuery {
  @status(STATUSES)
  status!: InventoryStatus | 'ALL';
  @category()
  category?: Category;
  @availability()
  availability?: AvailabilityType;
  @NamePart
  q?: string;
  @Field.Page('Rows of a page; all children are listed when neither this nor a page is given', { optional: true })
  window?: PageWindow;
  @Field.Sort(ORDER)
  sort!: ResourceSort;
}

/** Filters and page of the list of platforms. */
export class PlatformListQuery extends PageQuery {}

/** Parameters for reading a hierarchy. */
export class HierarchyQuery {
  @Field.Flag('Return one nested ResourceWithChildren instead of the list', { default: false })
  tree!: boolean;
}

/** Selects resources to remove together. */
export class RemovalPreviewQuery {
  @Field.Ids('Only those of these ids, separated by commas', { of: 'resources', optional: true })
  ids?: readonly number[];
  @status(REMOVABLE)
  status!: (typeof REMOVABLE)[number];
  @category()
  category?: Category;
  @availability()
  availability?: AvailabilityType;
  @NamePart
  q?: string;
}

/** Removes all resources that match. */
export class RemovalQuery extends RemovalPreviewQuery {
  @Field.Int('Expected number of matching resources; if it differs, nothing is removed', { min: 0 })
  expected!: number;
}

/** How a resource leaves the inventory. */
export class ResourceDeletionQuery extends DeletionQuery {
  @Field.Flag('Also delete the managed resource itself', { default: false })
  physical!: boolean;
}

/** Source of a new resource. */
export class ResourceCreationQuery {
  @Field.String('Uploaded content to create the resource from', { optional: true })
  handle?: string;
}

/** Type and place of a resource that is created by name. */
export class NamedCreationQuery {
  @Field.String('Plugin that declares the type', { optional: true })
  plugin?: string;
  @Field.Int('Id of the parent', { optional: true })
  parentId?: number;
}
