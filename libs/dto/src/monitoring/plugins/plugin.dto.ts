import { BooleanField, Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto({ element: 'plugin', description: 'A plugin that declares resource types' })
export class PluginRest {
  @IntField({ description: 'Id of the plugin' })
  id!: number;
  @StringField({ description: 'Name; identifies resource types together with the type name' })
  name!: string;
  @StringField({ description: 'Display name' })
  displayName!: string;
  @StringField({ description: 'Version of the package' })
  version!: string;
  @BooleanField({ description: 'Whether the plugin is deployed to agents' })
  enabled!: boolean;
  @EnumField({
    description: 'DELETED until the last of its resources is erased',
    values: ['INSTALLED', 'DELETED'],
    open: true,
  })
  status!: 'INSTALLED' | 'DELETED';
  @LinksField({ description: 'Always empty', element: 'link' })
  links!: readonly Link[];
}
