import { Dto, ObjectMapField } from '../../fields';
import type { ObjectMap } from '../../values';
import { ResourceWithType } from './resource.dto';

@Dto('resource', 'A resource to be created', { name: 'CreateCBRresourceRequest' })
export class CreationRequest extends ResourceWithType {
  @ObjectMapField('Connection properties')
  pluginConfig!: ObjectMap;
  @ObjectMapField('Configuration of the new resource; of content, its deployment properties')
  resourceConfig!: ObjectMap;
}
