import { BooleanField, Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

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
