import { BooleanField, Dto, IntField, LinksField, ObjectMapField, StringField } from '../../fields';
import type { Link, ObjectMap } from '../../values';

@Dto({
  element: 'operationRest',
  description: 'An operation that is being prepared; seen by its creator alone, for some minutes',
})
export class OperationRest {
  @IntField({ description: 'Id of the draft' })
  id!: number;
  @StringField({ description: 'Name of the operation' })
  name!: string;
  @BooleanField({ description: 'Whether it is to be executed' })
  readyToSubmit!: boolean;
  @IntField({ description: 'Resource it is for' })
  resourceId!: number;
  @IntField({ description: 'Definition it follows' })
  definitionId!: number;
  @ObjectMapField({ description: 'Values of the parameters' })
  params!: ObjectMap;
  @LinksField({ description: '`edit` the draft, or the `history` of its execution', element: 'link' })
  links!: readonly Link[];
}
