import { ArrayField, Dto, EnumField, IntField, StringField } from '../../fields';
import { ResourceWithType } from '../resources/resource.dto';

@Dto({ element: 'group', description: 'A group that a definition would generate' })
export class PreviewedGroup {
  @StringField({ description: 'Name' })
  name!: string;
  @EnumField({ description: 'Whether all members are of one type', values: ['COMPATIBLE', 'MIXED'], open: true })
  category!: 'COMPATIBLE' | 'MIXED';
  @IntField({ description: 'Members in inventory' })
  explicitCount!: number;
  @IntField({ description: 'Members in inventory, with their descendants in a recursive group' })
  implicitCount!: number;
  @ArrayField({ description: 'The first ten members, by id', of: () => ResourceWithType })
  members!: readonly ResourceWithType[];
}

@Dto({ element: 'groupDefinitionPreview', description: 'What calculating a group definition would generate now' })
export class GroupDefinitionPreview {
  @IntField({ description: 'Number of groups' })
  groupCount!: number;
  @IntField({ description: 'Number of resources in these groups, each counted once, without descendants' })
  resourceCount!: number;
  @ArrayField({ description: 'The first twenty groups, by the values they are grouped by', of: () => PreviewedGroup })
  groups!: readonly PreviewedGroup[];
  @ArrayField({ description: 'Why the calculation would fail', of: 'string' })
  notes!: readonly string[];
}
