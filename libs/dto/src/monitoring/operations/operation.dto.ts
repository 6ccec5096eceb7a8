import { BooleanField, Dto, IntField, LinksField, ObjectMapField, StringField } from '../../fields';
import type { Link, ObjectMap } from '../../values';

@Dto('operationRest', 'A draft of an operation, visible to its creator only, for some minutes')
export class OperationRest {
  @IntField('Id of the draft')
  id!: number;
  @StringField('Name of the operation')
  name!: string;
  @BooleanField('Whether to execute the operation')
  readyToSubmit!: boolean;
  @IntField('Id of the resource')
  resourceId!: number;
  @IntField('Id of the operation definition')
  definitionId!: number;
  @ObjectMapField('Values of the parameters')
  params!: ObjectMap;
  @LinksField('`edit` of the draft, or `history` of its execution', { element: 'link' })
  links!: readonly Link[];
}
