import { ArrayField, Dto, EnumField, IntField, StringField } from '../../fields';
import { ResourceWithType } from '../resources/resource.dto';

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
