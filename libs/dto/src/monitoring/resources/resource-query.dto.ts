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
