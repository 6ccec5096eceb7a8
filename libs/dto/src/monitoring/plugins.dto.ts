import { Dto, Field } from '../fields';
import type { Link } from '../values';
import { PageQuery } from './values.dto';

@Dto('plugin', 'A plugin that declares resource types')
export class PluginRest {
  @Field.Int('Id of the plugin')
  id!: number;
  @Field.String('Name; identifies resource types together with the type name')
  name!: string;
  @Field.String('Display name')
  displayName!: string;
  @Field.String('Version of the package')
  version!: string;
  @Field.Boolean('Whether the plugin is deployed to agents')
  enabled!: boolean;
  @Field.Enum('DELETED until the last of its resources is erased', { values: ['INSTALLED', 'DELETED'], open: true })
  status!: 'INSTALLED' | 'DELETED';
  @Field.Links('Always empty', { element: 'link' })
  links!: readonly Link[];
}

/** Filters and page of the list of plugins. */
export class PluginListQuery extends PageQuery {
  @Field.String('Part of the name, case-insensitive', { optional: true })
  name?: string;
  @Field.String('Part of the version, case-insensitive', { optional: true })
  version?: string;
  @Field.Boolean('Only enabled (true) or disabled (false) plugins', { optional: true })
  enabled?: boolean;
  @Field.Enum('true lists deleted plugins instead of installed ones, all lists both', {
    values: ['TRUE', 'FALSE', 'ALL'],
    default: 'FALSE',
    documented: { enum: ['true', 'false', 'all'], default: 'false' },
  })
  deleted!: 'TRUE' | 'FALSE' | 'ALL';
  @Field.Boolean('Register waiting plugins first', { default: false })
  reload!: boolean;
}

/** Uploaded content to register as a plugin. */
export class PluginPackageQuery {
  @Field.String('Handle of the uploaded content; required')
  handle!: string;
  @Field.String('File name of the package; required')
  name!: string;
}

/** When to notify agents. */
export class PluginPushQuery {
  @Field.Int('Delay in milliseconds', { min: 0, max: 2 ** 52, default: 0, refusal: 'must be 0 or more milliseconds' })
  delay!: number;
}

/** Whether to enable or disable a plugin. */
export class PluginEnablementQuery {
  @Field.Boolean('Whether the plugin is deployed to agents', { default: false })
  enabled!: boolean;
}

/** How to register uploaded content as a plugin. */
export class ContentPluginQuery {
  @Field.String('File name of the plugin; required')
  name!: string;
  @Field.Boolean('Register the plugin now', { default: false })
  scan!: boolean;
  @Field.Int('Delay in milliseconds before agents are notified to fetch plugins; negative: no notification', {
    default: -1,
  })
  pushOutDelay!: number;
}
