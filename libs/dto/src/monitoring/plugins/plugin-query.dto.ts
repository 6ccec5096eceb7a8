import type { PageWindow } from '@wardstone/pagination';
import { BooleanField, EnumField, IntField, PageField, StringField } from '../../fields';

/** Which plugins are listed. */
export class PluginListQuery {
  @PageField()
  window!: PageWindow;
  @StringField({ description: 'Part of the name, in any case', optional: true })
  name?: string;
  @StringField({ description: 'Part of the version, in any case', optional: true })
  version?: string;
  @BooleanField({ description: 'Only those that are enabled or not; both when absent', optional: true })
  enabled?: boolean;
  @EnumField({
    description: 'Whether to list deleted plugins in place of installed ones; all for both',
    values: ['TRUE', 'FALSE', 'ALL'],
    default: 'FALSE',
    documented: { enum: ['true', 'false', 'all'], default: 'false' },
  })
  deleted!: 'TRUE' | 'FALSE' | 'ALL';
  @BooleanField({ description: 'Register what waits first', default: false })
  reload!: boolean;
}

/** Uploaded content that becomes a plugin. */
export class PluginPackageQuery {
  @StringField({ description: 'Handle of the uploaded content; must be given' })
  handle!: string;
  @StringField({ description: 'File name of the package; must be given' })
  name!: string;
}

/** When agents are told. */
export class PluginPushQuery {
  @IntField({
    description: 'Milliseconds until agents are told',
    min: 0,
    max: 2 ** 52,
    default: 0,
    refusal: 'must be 0 or more milliseconds',
  })
  delay!: number;
}

/** Whether a plugin is in use. */
export class PluginEnablementQuery {
  @BooleanField({ description: 'Whether the plugin is deployed to agents', default: false })
  enabled!: boolean;
}

/** How uploaded content becomes a plugin. */
export class ContentPluginQuery {
  @StringField({ description: 'File name of the plugin; must be given' })
  name!: string;
  @BooleanField({ description: 'Register the plugin now', default: false })
  scan!: boolean;
  @IntField({
    description: 'Milliseconds after which agents are told to fetch plugins; they are not told when negative',
    default: -1,
  })
  pushOutDelay!: number;
}
