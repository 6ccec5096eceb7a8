import type { PageWindow } from '@wardstone/pagination';
import { BooleanField, Dto, EnumField, IntField, LinksField, PageField, StringField } from '../fields';
import type { Link } from '../values';

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

/** Which plugins are listed. */
export class PluginListQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name, case-insensitive', { optional: true })
  name?: string;
  @StringField('Part of the version, case-insensitive', { optional: true })
  version?: string;
  @BooleanField('Only enabled (true) or disabled (false) plugins', { optional: true })
  enabled?: boolean;
  @EnumField('true lists deleted plugins instead of installed ones, all lists both', {
    values: ['TRUE', 'FALSE', 'ALL'],
    default: 'FALSE',
    documented: { enum: ['true', 'false', 'all'], default: 'false' },
  })
  deleted!: 'TRUE' | 'FALSE' | 'ALL';
  @BooleanField('Register waiting plugins first', { default: false })
  reload!: boolean;
}

/** Uploaded content that becomes a plugin. */
export class PluginPackageQuery {
  @StringField('Handle of the uploaded content; required')
  handle!: string;
  @StringField('File name of the package; required')
  name!: string;
}

/** When agents are notified. */
export class PluginPushQuery {
  @IntField('Delay in milliseconds', { min: 0, max: 2 ** 52, default: 0, refusal: 'must be 0 or more milliseconds' })
  delay!: number;
}

/** Whether a plugin is in use. */
export class PluginEnablementQuery {
  @BooleanField('Whether the plugin is deployed to agents', { default: false })
  enabled!: boolean;
}

/** How uploaded content becomes a plugin. */
export class ContentPluginQuery {
  @StringField('File name of the plugin; required')
  name!: string;
  @BooleanField('Register the plugin now', { default: false })
  scan!: boolean;
  @IntField('Delay in milliseconds before agents are notified to fetch plugins; negative: no notification', {
    default: -1,
  })
  pushOutDelay!: number;
}
