import { AVAILABILITY_TYPES, type AvailabilityType } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Link } from '../values';
import { PageQuery } from './values.dto';

/** Maximum number of declared dependencies of a resource. */
const MAX_DEPENDENCIES = 100;

@Dto('dependencies', 'Resources on which a resource depends, besides those it is part of')
export class ResourceDependencies {
  @Field.Array('Their ids', { of: 'integer', maxItems: MAX_DEPENDENCIES })
  dependsOn!: readonly number[];
}

@Dto('dependency', 'A resource on which another one depends, or that depends on another one', {
  lineFields: ['resourceId', 'resourceName'],
})
export class ResourceDependency {
  @Field.Int('Id')
  resourceId!: number;
  @Field.String('Name')
  resourceName!: string;
  @Field.Enum('Current availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @Field.Links('Links of the resource')
  links!: readonly Link[];
}

@Dto('dependent', 'A resource that depends on others, besides those it is part of', {
  lineFields: ['resourceId', 'resourceName'],
})
export class DependentResource {
  @Field.Int('Id')
  resourceId!: number;
  @Field.String('Name')
  resourceName!: string;
  @Field.Array('Ids of the resources on which it depends', { of: 'integer' })
  dependsOn!: readonly number[];
  @Field.Links('Links of the resource')
  links!: readonly Link[];
}

/** Filters and page of the list of resources that depend on others. */
export class DependencyListQuery extends PageQuery {
  @Field.String('Part of the name; case-insensitive', { optional: true })
  q?: string;
}
