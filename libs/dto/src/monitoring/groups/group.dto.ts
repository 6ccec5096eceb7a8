import { BooleanField, Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto({ element: 'groupRest', description: 'A group of resources', lineFields: ['id', 'name'] })
export class GroupRest {
  @IntField({ description: 'Id' })
  id!: number;
  @StringField({ description: 'Name' })
  name!: string;
  @IntField({ description: 'Id of the type of all members; null for a mixed group', nullable: true })
  resourceTypeId!: number | null;
  @BooleanField({ description: 'Whether what lies below its members belongs to it too' })
  recursive!: boolean;
  @EnumField({ description: 'Whether all members are of one type', values: ['COMPATIBLE', 'MIXED'], open: true })
  category!: 'COMPATIBLE' | 'MIXED';
  @IntField({ description: 'Id of the definition that made the group; 0 when people did' })
  dynaGroupDefinitionId!: number;
  @IntField({ description: 'Members in inventory' })
  explicitCount!: number;
  @IntField({ description: 'Members in inventory, with what lies below them in a recursive group' })
  implicitCount!: number;
  @LinksField({ description: 'The group itself and what belongs to it', element: 'link' })
  links!: readonly Link[];
}
