import type { PageWindow } from '@wardstone/pagination';
import { EnumField, FlagField, IdField, IdsField, IntField, PageField, SortField, StringField } from '../../fields';
import type { Sort } from '../../values';
import { DeletionQuery } from '../values/deletion-query.dto';
import {
  AVAILABILITY_TYPES,
  type AvailabilityType,
  CATEGORIES,
  type Category,
  INVENTORY_STATUSES,
  type InventoryStatus,
  RESOURCE_SORT_FIELDS,
} from './resource.dto';

type ResourceSort = Sort<(typeof RESOURCE_SORT_FIELDS)[number]>;

const STATUS = {
  description: 'Inventory status, case-insensitive',
  values: ['ALL', ...INVENTORY_STATUSES],
  default: 'COMMITTED',
} as const;
/** Those that can be taken out of the inventory, or of the discovery queue. */
const REMOVABLE = ['NEW', 'IGNORED', 'COMMITTED'] as const;
const CATEGORY = { description: 'Category, case-insensitive', values: CATEGORIES, optional: true } as const;
const AVAILABILITY = {
  description: 'Current availability, case-insensitive',
  values: AVAILABILITY_TYPES,
  optional: true,
} as const;
const NAME_PART = { description: 'Part of the name, case-insensitive', optional: true } as const;
const ORDER = { fields: RESOURCE_SORT_FIELDS, default: { field: 'name', descends: false } } as const;

/** Which resources are listed. */
export class ResourceListQuery {
  @PageField()
  window!: PageWindow;
  @EnumField(STATUS)
  status!: InventoryStatus | 'ALL';
  @EnumField(CATEGORY)
  category?: Category;
  @EnumField(AVAILABILITY)
  availability?: AvailabilityType;
  @IdField({ description: 'Only those of this type', optional: true })
  typeId?: number;
  @StringField(NAME_PART)
  q?: string;
  @SortField(ORDER)
  sort!: ResourceSort;
}

/** Which resources are looked for, in the words of clients that know the search from elsewhere; all criteria hold. */
export class ResourceSearchQuery {
  @PageField()
  window!: PageWindow;
  @IdField({ description: 'Only the resource with this id', optional: true })
  id?: number;
  @StringField(NAME_PART)
  name?: string;
  @StringField({ description: 'Part of the name of the type, case-insensitive', alias: 'type', optional: true })
  resourceTypeName?: string;
  @StringField({ description: 'Part of the name of the plugin, case-insensitive', alias: 'plugin', optional: true })
  pluginName?: string;
  @FlagField({ description: 'Names are whole names, not parts', default: false })
  strict!: boolean;
  @IdField({ description: 'Only the children of this resource', alias: 'parentId', optional: true })
  parentResourceId?: number;
  @EnumField({ ...STATUS, values: INVENTORY_STATUSES, alias: 'status' })
  inventoryStatus!: InventoryStatus;
  @EnumField({ ...AVAILABILITY, alias: 'availability' })
  currentAvailability?: AvailabilityType;
  @EnumField({ ...CATEGORY, alias: 'category' })
  resourceCategories?: Category;
}

/** Which children of a resource are listed: all, unless a page is requested. The filter is judged before the page. */
export class ChildListQuery {
  @EnumField(STATUS)
  status!: InventoryStatus | 'ALL';
  @EnumField(CATEGORY)
  category?: Category;
  @EnumField(AVAILABILITY)
  availability?: AvailabilityType;
  @StringField(NAME_PART)
  q?: string;
  @PageField({
    optional: true,
    description: 'Rows of a page; all children are listed when neither this nor a page is given',
  })
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
  @FlagField({ description: 'Return one nested ResourceWithChildren instead of the list', default: false })
  tree!: boolean;
}

/** Which resources would be removed together: all that match. */
export class RemovalPreviewQuery {
  @IdsField({ description: 'Only those of these ids, separated by commas', of: 'resources', optional: true })
  ids?: readonly number[];
  @EnumField({ ...STATUS, values: REMOVABLE })
  status!: (typeof REMOVABLE)[number];
  @EnumField(CATEGORY)
  category?: Category;
  @EnumField(AVAILABILITY)
  availability?: AvailabilityType;
  @StringField(NAME_PART)
  q?: string;
}

/** Which resources are removed together. */
export class RemovalQuery extends RemovalPreviewQuery {
  @IntField({ description: 'How many resources match; nothing is removed when it is another number', min: 0 })
  expected!: number;
}

/** How a resource leaves the inventory. */
export class ResourceDeletionQuery extends DeletionQuery {
  @FlagField({ description: 'Also delete the managed resource itself', default: false })
  physical!: boolean;
}

/** What a resource is created from. */
export class ResourceCreationQuery {
  @StringField({ description: 'Uploaded content to create the resource from', optional: true })
  handle?: string;
}

/** Type and place of a resource that is created by name. */
export class NamedCreationQuery {
  @StringField({ description: 'Plugin that declares the type', optional: true })
  plugin?: string;
  @IntField({ description: 'Id of the parent', optional: true })
  parentId?: number;
}
