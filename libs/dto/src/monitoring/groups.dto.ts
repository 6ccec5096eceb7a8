import type { PageWindow } from '@wardstone/pagination';
import {
  ArrayField,
  BooleanField,
  Dto,
  EnumField,
  FlagField,
  IntField,
  LinksField,
  PageField,
  StringField,
} from '../fields';
import type { Link } from '../values';
import { ResourceWithType } from './resources.dto';

@Dto('group', 'A group that a definition would generate')
export class PreviewedGroup {
  @StringField('Name')
  name!: string;
  @EnumField('Whether all members are of one type', { values: ['COMPATIBLE', 'MIXED'], open: true })
  category!: 'COMPATIBLE' | 'MIXED';
  @IntField('Members in inventory')
  explicitCount!: number;
  @IntField('Members in inventory, with their descendants in a recursive group')
  implicitCount!: number;
  @ArrayField('The first ten members, by id', { of: () => ResourceWithType })
  members!: readonly ResourceWithType[];
}

@Dto('groupDefinitionPreview', 'What calculating a group definition would generate now')
export class GroupDefinitionPreview {
  @IntField('Number of groups')
  groupCount!: number;
  @IntField('Number of resources in these groups, each counted once, without descendants')
  resourceCount!: number;
  @ArrayField('The first twenty groups, by the values they are grouped by', { of: () => PreviewedGroup })
  groups!: readonly PreviewedGroup[];
  @ArrayField('Why the calculation would fail', { of: 'string' })
  notes!: readonly string[];
}

@Dto('groupDefinition', 'An expression that generates groups', { lineFields: ['id', 'name'] })
export class GroupDefinitionRest {
  @IntField('Id')
  id!: number;
  @StringField('Name; prefix of the names of its groups')
  name!: string;
  @StringField('Description', { nullable: true })
  description!: string | null;
  @ArrayField('The statements, one per line', { of: 'string' })
  expression!: readonly string[];
  @IntField('Calculation interval, in ms, at least 60000; 0 for none')
  recalcInterval!: number;
  @ArrayField('The generated groups, by id', { of: 'integer' })
  generatedGroupIds!: readonly number[];
  @BooleanField('Whether the groups include the descendants of their members')
  recursive!: boolean;
  @LinksField('Links to the definition and to the list', { element: 'link' })
  links!: readonly Link[];
}

@Dto('groupRest', 'A group of resources', { lineFields: ['id', 'name'] })
export class GroupRest {
  @IntField('Id')
  id!: number;
  @StringField('Name')
  name!: string;
  @IntField('Id of the type of all members; null for a mixed group', { nullable: true })
  resourceTypeId!: number | null;
  @BooleanField('Whether the group includes the descendants of its members')
  recursive!: boolean;
  @EnumField('Whether all members are of one type', { values: ['COMPATIBLE', 'MIXED'], open: true })
  category!: 'COMPATIBLE' | 'MIXED';
  @IntField('Id of the group definition that generated the group; 0 if it was created by hand')
  dynaGroupDefinitionId!: number;
  @IntField('Members in inventory')
  explicitCount!: number;
  @IntField('Members in inventory, with their descendants in a recursive group')
  implicitCount!: number;
  @LinksField('Links of the group', { element: 'link' })
  links!: readonly Link[];
}

/** Which groups are listed. */
export class GroupListQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name, case-insensitive', { optional: true })
  q?: string;
}

/** Which group definitions are listed. */
export class GroupDefinitionListQuery {
  @StringField('Part of the name, case-insensitive', { optional: true })
  q?: string;
}

/** Whether a definition is changed or its groups are calculated. */
export class GroupDefinitionChangeQuery {
  @FlagField('Calculate the groups instead; the body is ignored', { default: false })
  recalculate!: boolean;
}
