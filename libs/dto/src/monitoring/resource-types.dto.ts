import { Dto, Field } from '../fields';
import type { Link } from '../values';
import { PageQuery } from './values.dto';

/** Whether users may create and physically delete resources of a type. */
export const CREATE_POLICIES = ['NEITHER', 'CREATE_ONLY', 'DELETE_ONLY', 'BOTH'] as const;
export type CreatePolicy = (typeof CREATE_POLICIES)[number];

/** Input needed to create a resource of a type. */
export const CREATION_DATA_TYPES = ['CONFIGURATION', 'CONTENT'] as const;
export type CreationDataType = (typeof CREATION_DATA_TYPES)[number];

@Dto('resourceType', 'A resource type, as declared by a plugin')
export class ResourceTypeRest {
  @Field.Int('Id of the type')
  id!: number;
  @Field.String('Name; unique within its plugin')
  name!: string;
  @Field.String('Plugin that declares the type')
  pluginName!: string;
  @Field.Enum('Whether users may create resources of the type, and delete the managed resources themselves', {
    values: CREATE_POLICIES,
  })
  createPolicy!: CreatePolicy;
  @Field.Enum('Data required to create a resource', { values: CREATION_DATA_TYPES })
  dataType!: CreationDataType;
  @Field.Links('The type itself')
  links!: readonly Link[];
}

/** Filters and page of the list of resource types. */
export class ResourceTypeListQuery extends PageQuery {
  @Field.String('Part of the name of the type, case-insensitive', { optional: true })
  q?: string;
  @Field.String('Part of the name of the plugin, case-insensitive', { optional: true })
  plugin?: string;
}
