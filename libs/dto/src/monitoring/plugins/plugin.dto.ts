import { BooleanField, Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto({ element: 'plugin', description: 'A plugin that taught the server resource types' })
export class PluginRest {
  @IntField({ description: 'Id of the plugin' })
  id!: number;
  @StringField({ description: 'Name, which resource types are looked up by together with their own' })
  name!: string;
  @StringField({ description: 'Name for people' })
  displayName!: string;
  @StringField({ description: 'Version of the package' })
  version!: string;
  @BooleanField({ description: 'Whether agents get the plugin' })
  enabled!: boolean;
  @EnumField({
    description: 'DELETED from its deletion until the last of its resources is erased',
    values: ['INSTALLED', 'DELETED'],
    open: true,
  })
  status!: 'INSTALLED' | 'DELETED';
  @LinksField({ description: 'Always empty', element: 'link' })
  links!: readonly Link[];
}
