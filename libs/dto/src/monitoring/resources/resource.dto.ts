import { Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

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
