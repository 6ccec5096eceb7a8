import { Dto, Field } from '../fields';
import type { Link } from '../values';
import { ResourceWithType } from './resources.dto';
import { PageQuery } from './values.dto';

@Dto('group', 'A group that a definition would generate')
export class PreviewedGroup {
  @Field.String('Name')
  name!: string;
  @Field.Enum('Whether all members are of one type', { values: ['COMPATIBLE', 'MIXED'], open: true })
  category!: 'COMPATIBLE' | 'MIXED';
  @Field.Int('Number of members in inventory')
  explicitCount!: number;
  @Field.Int('Number of members in inventory, with their descendants in a recursive group')
  implicitCount!: number;
  @Field.Array('The first ten members, by id', { of: () => ResourceWithType })
  members!: readonly ResourceWithType[];
}

@Dto('groupDefinitionPreview', 'Groups that calculating a group definition would generate now')
export class GroupDefinitionPreview {
  @Field.Int('Number of groups')
  groupCount!: number;
  @Field.Int('Number of resources in these groups, each counted once, without descendants')
  resourceCount!: number;
  @Field.Array('The first twenty groups, by the values they are grouped by', { of: () => PreviewedGroup })
  groups!: readonly PreviewedGroup[];
  @Field.Array('Why the calculation would fail', { of: 'string' })
  notes!: readonly string[];
}

@Dto('groupDefinition', 'An expression that generates groups', { lineFields: ['id', 'name'] })
export class GroupDefinitionRest {
  @Field.Int('Id')
  id!: number;
  @Field.String('Name; prefix of the names of its groups')
  name!: string;
  @Field.String('Description', { nullable: true })
  description!: string | null;
  @Field.Array('The statements, one per line', { of: 'string' })
  expression!: readonly string[];
  @Field.Int('Calculation interval, in ms, at least 60000; 0 for none')
  recalcInterval!: number;
  @Field.Array('The generated groups, by id', { of: 'integer' })
  generatedGroupIds!: readonly number[];
  @Field.Boolean('Whether the groups include the descendants of their members')
  recursive!: boolean;
  @Field.Links('Links to the definition and to the list', { element: 'link' })
  links!: readonly Link[];
}

@Dto('groupRest', 'A group of resources', { lineFields: ['id', 'name'] })
export class GroupRest {
  @Field.Int('Id')
  id!: number;
  @Field.String('Name')
  name!: string;
  @Field.Int('Id of the type of all members; null for a mixed group', { nullable: true })
  resourceTypeId!: number | null;
  @Field.Boolean('Whether the group includes the descendants of its members')
  recursive!: boolean;
  @Field.Enum('Whether all members are of one type', { values: ['COMPATIBLE', 'MIXED'], open: true })
  category!: 'COMPATIBLE' | 'MIXED';
  @Field.Int('Id of the group definition that generated the group; 0 if it was created by hand')
  dynaGroupDefinitionId!: number;
  @Field.Int('Number of members in inventory')
  explicitCount!: number;
  @Field.Int('Number of members in inventory, with their descendants in a recursive group')
  implicitCount!: number;
  @Field.Links('Links of the group', { element: 'link' })
  links!: readonly Link[];
}

/** Filters and page of the list of groups. */
export class GroupListQuery extends PageQuery {
  @Field.String('Part of the name, case-insensitive', { optional: true })
  q?: string;
}

/** Filters of the list of group definitions. */
export class GroupDefinitionListQuery {
  @Field.String('Part of the name, case-insensitive', { optional: true })
  q?: string;
}

/** Whether to change a definition or to calculate its groups. */
export class GroupDefinitionChangeQuery {
  @Field.Flag('Calculate the groups instead; the body is ignored', { default: false })
  recalculate!: boolean;
}
