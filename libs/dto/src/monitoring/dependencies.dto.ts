import type { PageWindow } from '@wardstone/pagination';
import { ArrayField, Dto, EnumField, IntField, LinksField, PageField, StringField } from '../fields';
import type { Link } from '../values';
import { AVAILABILITY_TYPES, type AvailabilityType } from './resources.dto';

/** More than a resource depends on by itself. */
const MOST_DEPENDENCIES = 100;

@Dto('dependencies', 'Resources on which a resource depends, besides those it is part of')
export class ResourceDependencies {
  @ArrayField('Their ids', { of: 'integer', maxItems: MOST_DEPENDENCIES })
  dependsOn!: readonly number[];
}

@Dto('dependency', 'A resource on which another one depends, or that depends on another one', {
  lineFields: ['resourceId', 'resourceName'],
})
export class ResourceDependency {
  @IntField('Id')
  resourceId!: number;
  @StringField('Name')
  resourceName!: string;
  @EnumField('Current availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @LinksField('Links of the resource')
  links!: readonly Link[];
}

@Dto('dependent', 'A resource that depends on others, besides those it is part of', {
  lineFields: ['resourceId', 'resourceName'],
})
export class DependentResource {
  @IntField('Id')
  resourceId!: number;
  @StringField('Name')
  resourceName!: string;
  @ArrayField('Ids of the resources on which it depends', { of: 'integer' })
  dependsOn!: readonly number[];
  @LinksField('Links of the resource')
  links!: readonly Link[];
}

/** Which resources that depend on others are listed. */
export class DependencyListQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name; case-insensitive', { optional: true })
  q?: string;
}
