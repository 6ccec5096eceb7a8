import type { PageWindow } from '@wardstone/pagination';
import { Dto, EnumField, IntField, LinksField, PageField, StringField } from '../fields';
import type { Link } from '../values';

/** Whether users may create and physically delete resources of a type. */
export const CREATE_POLICIES = ['NEITHER', 'CREATE_ONLY', 'DELETE_ONLY', 'BOTH'] as const;
export type CreatePolicy = (typeof CREATE_POLICIES)[number];

/** What has to be supplied to create a resource of a type. */
export const CREATION_DATA_TYPES = ['CONFIGURATION', 'CONTENT'] as const;
export type CreationDataType = (typeof CREATION_DATA_TYPES)[number];

@Dto('resourceType', 'A resource type, as declared by a plugin')
export class ResourceTypeRest {
  @IntField('Id of the type')
  id!: number;
  @StringField('Name; unique within its plugin')
  name!: string;
  @StringField('Plugin that declares the type')
  pluginName!: string;
  @EnumField('Whether users may create and physically delete resources of the type', { values: CREATE_POLICIES })
  createPolicy!: CreatePolicy;
  @EnumField('What must be supplied to create a resource', { values: CREATION_DATA_TYPES })
  dataType!: CreationDataType;
  @LinksField('The type itself')
  links!: readonly Link[];
}

/** Which resource types are listed. */
export class ResourceTypeListQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name of the type, case-insensitive', { optional: true })
  q?: string;
  @StringField('Part of the name of the plugin, case-insensitive', { optional: true })
  plugin?: string;
}
