import type { PageWindow } from '@wardstone/pagination';
import {
  ArrayField,
  BooleanField,
  Dto,
  EnumField,
  FlagField,
  IdField,
  IdsField,
  IntField,
  LinksField,
  ObjectMapField,
  PageField,
  SortField,
  StringField,
} from '../fields';
import type { Link, ObjectMap, Sort } from '../values';
import { DeletionQuery } from './values.dto';

export const AVAILABILITY_TYPES = ['UP', 'DOWN', 'DISABLED', 'UNKNOWN'] as const;
export type AvailabilityType = (typeof AVAILABILITY_TYPES)[number];

export const CATEGORIES = ['PLATFORM', 'SERVER', 'SERVICE'] as const;
export type Category = (typeof CATEGORIES)[number];

/** States a resource can have. */
export const INVENTORY_STATUSES = ['NEW', 'IGNORED', 'COMMITTED', 'DELETED', 'UNINVENTORIED'] as const;
export type InventoryStatus = (typeof INVENTORY_STATUSES)[number];

/** `name` goes by code points, of which there are indexes, `naturalName` as people count. */
export const RESOURCE_SORT_FIELDS = ['name', 'naturalName', 'id', 'availability'] as const;

@Dto('resource', 'A resource of the inventory with its type', { lineFields: ['resourceId', 'resourceName'] })
export class ResourceWithType {
  @StringField('Name')
  resourceName!: string;
  @IntField('Id')
  resourceId!: number;
  @StringField('Name of the type')
  typeName!: string;
  @IntField('Id of the type', { nullable: true })
  typeId!: number | null;
  @StringField('Plugin that declares the type')
  pluginName!: string;
  @IntField('Id of the parent; null for a platform', { nullable: true })
  parentId!: number | null;
  @EnumField('Inventory status', { values: INVENTORY_STATUSES, open: true })
  status!: InventoryStatus;
  @EnumField('Current availability; may be stale in a cached response', { values: AVAILABILITY_TYPES, open: true })
  availability!: AvailabilityType;
  @StringField('Path to the root, nearest ancestor first: typeId_:_resourceId_:_name, joined by _::_', {
    nullable: true,
  })
  ancestry!: string | null;
  @StringField('Location, free text', { nullable: true })
  location!: string | null;
  @StringField('Description, free text', { nullable: true })
  description!: string | null;
  @LinksField('Links of the resource')
  links!: readonly Link[];
}

@Dto('resource', 'A resource to be created', { name: 'CreateCBRresourceRequest' })
export class CreationRequest extends ResourceWithType {
  @ObjectMapField('Connection properties')
  pluginConfig!: ObjectMap;
  @ObjectMapField('Configuration of the new resource; of content, its deployment properties')
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
  @StringField('Name: the key of its value')
  name!: string;
  @StringField('Name for display')
  displayName!: string;
  @StringField('Description', { nullable: true })
  description!: string | null;
  @EnumField('Type of the value', { values: PROPERTY_TYPES })
  type!: (typeof PROPERTY_TYPES)[number];
  @BooleanField('Whether a value is required')
  required!: boolean;
}

@Dto('resourceConfiguration', 'How a resource is reached and configured')
export class ResourceConfigurationRest {
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Version, as the agent reported it', { nullable: true })
  version!: string | null;
  @ArrayField('Declared connection properties, in order', { of: () => ConfigurationPropertyRest })
  pluginConfigProperties!: readonly ConfigurationPropertyRest[];
  @ObjectMapField('Connection properties, also undeclared ones; secrets are masked')
  pluginConfig!: ObjectMap;
  @ArrayField('Declared properties of the configuration, in order', { of: () => ConfigurationPropertyRest })
  resourceConfigProperties!: readonly ConfigurationPropertyRest[];
  @ObjectMapField('Configuration as last reported, also undeclared properties; secrets are masked')
  resourceConfig!: ObjectMap;
  @LinksField('The resource', { element: 'link' })
  links!: readonly Link[];
}

@Dto('resourceRemoval', 'What leaves the inventory together')
export class ResourceRemoval {
  @IntField('Resources that match')
  resources!: number;
  @IntField('Other resources below them')
  parts!: number;
  @IntField('Unacknowledged alerts of both')
  openAlerts!: number;
  @IntField('Metric schedules of both')
  schedules!: number;
}

@Dto('resourceWithChildren', 'A resource with its descendants')
export class ResourceWithChildren {
  @StringField('Id of the resource')
  id!: string;
  @StringField('Name of the resource')
  name!: string;
  @ArrayField('Child resources; null without children', { of: () => ResourceWithChildren, nullable: true })
  children!: readonly ResourceWithChildren[] | null;
}

type ResourceSort = Sort<(typeof RESOURCE_SORT_FIELDS)[number]>;

const status = (values: readonly (InventoryStatus | 'ALL')[], alias?: string): PropertyDecorator =>
  EnumField('Inventory status, case-insensitive', { values, default: 'COMMITTED', ...(alias && { alias }) });
const category = (alias?: string): PropertyDecorator =>
  EnumField('Category, case-insensitive', { values: CATEGORIES, optional: true, ...(alias && { alias }) });
const availability = (alias?: string): PropertyDecorator =>
  EnumField('Current availability, case-insensitive', {
    values: AVAILABILITY_TYPES,
    optional: true,
    ...(alias && { alias }),
  });
const NamePart = StringField('Part of the name, case-insensitive', { optional: true });
const STATUSES = ['ALL', ...INVENTORY_STATUSES] as const;
/** Those that can be taken out of the inventory, or of the discovery queue. */
const REMOVABLE = ['NEW', 'IGNORED', 'COMMITTED'] as const;
const ORDER = { fields: RESOURCE_SORT_FIELDS, default: { field: 'name', descends: false } } as const;

/** Which resources are listed. */
export class ResourceListQuery {
  @PageField()
  window!: PageWindow;
  @status(STATUSES)
  status!: InventoryStatus | 'ALL';
  @category()
  category?: Category;
  @availability()
  availability?: AvailabilityType;
  @IdField('Only those of this type', { optional: true })
  typeId?: number;
  @NamePart
  q?: string;
  @SortField(ORDER)
  sort!: ResourceSort;
}

/** Which resources are looked for, in the words of clients that know the search from elsewhere; all criteria hold. */
export class ResourceSearchQuery {
  @PageField()
  window!: PageWindow;
  @IdField('Only the resource with this id', { optional: true })
  id?: number;
  @NamePart
  name?: string;
  @StringField('Part of the name of the type, case-insensitive', { alias: 'type', optional: true })
  resourceTypeName?: string;
  @StringField('Part of the name of the plugin, case-insensitive', { alias: 'plugin', optional: true })
  pluginName?: string;
  @FlagField('Names are whole names, not parts', { default: false })
  strict!: boolean;
  @IdField('Only the children of this resource', { alias: 'parentId', optional: true })
  parentResourceId?: number;
  @status(INVENTORY_STATUSES, 'status')
  inventoryStatus!: InventoryStatus;
  @availability('availability')
  currentAvailability?: AvailabilityType;
  @category('category')
  resourceCategories?: Category;
}

/** Which children of a resource are listed: all, unless a page is requested. The filter is judged before the page. */
export class ChildListQuery {
  @status(STATUSES)
  status!: InventoryStatus | 'ALL';
  @category()
  category?: Category;
  @availability()
  availability?: AvailabilityType;
  @NamePart
  q?: string;
  @PageField('Rows of a page; all children are listed when neither this nor a page is given', { optional: true })
  window?: PageWindow;
  @SortField(ORDER)
  sort!: ResourceSort;
}

/** Which platforms are listed. */
export class PlatformListQuery {
  @PageField()
  window!: PageWindow;
}

/** How a hierarchy is shown. */
export class HierarchyQuery {
  @FlagField('Return one nested ResourceWithChildren instead of the list', { default: false })
  tree!: boolean;
}

/** Which resources would be removed together: all that match. */
export class RemovalPreviewQuery {
  @IdsField('Only those of these ids, separated by commas', { of: 'resources', optional: true })
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

/** Which resources are removed together. */
export class RemovalQuery extends RemovalPreviewQuery {
  @IntField('How many resources match; nothing is removed when it is another number', { min: 0 })
  expected!: number;
}

/** How a resource leaves the inventory. */
export class ResourceDeletionQuery extends DeletionQuery {
  @FlagField('Also delete the managed resource itself', { default: false })
  physical!: boolean;
}

/** What a resource is created from. */
export class ResourceCreationQuery {
  @StringField('Uploaded content to create the resource from', { optional: true })
  handle?: string;
}

/** Type and place of a resource that is created by name. */
export class NamedCreationQuery {
  @StringField('Plugin that declares the type', { optional: true })
  plugin?: string;
  @IntField('Id of the parent', { optional: true })
  parentId?: number;
}
