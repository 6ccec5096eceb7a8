import { BooleanField, Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto('plugin', 'A plugin that declares resource types')
export class PluginRest {
  @IntField('Id of the plugin')
  id!: number;
  @StringField('Name; identifies resource types together with the type name')
  name!: string;
  @StringField('Display name')
  displayName!: string;
  @StringField('Version of the package')
  version!: string;
  @BooleanField('Whether the plugin is deployed to agents')
  enabled!: boolean;
  @EnumField('DELETED until the last of its resources is erased', { values: ['INSTALLED', 'DELETED'], open: true })
  status!: 'INSTALLED' | 'DELETED';
  @LinksField('Always empty', { element: 'link' })
  links!: readonly Link[];
}
