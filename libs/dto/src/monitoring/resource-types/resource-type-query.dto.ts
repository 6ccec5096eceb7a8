import type { PageWindow } from '@wardstone/pagination';
import { PageField, StringField } from '../../fields';

/** Which resource types are listed. */
export class ResourceTypeListQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name of the type, case-insensitive', { optional: true })
  q?: string;
  @StringField('Part of the name of the plugin, case-insensitive', { optional: true })
  plugin?: string;
}
