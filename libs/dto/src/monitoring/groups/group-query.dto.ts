import type { PageWindow } from '@wardstone/pagination';
import { FlagField, PageField, StringField } from '../../fields';

/** Which groups are listed. */
export class GroupListQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name, case-insensitive', { optional: true })
  q?: string;
}

/** Which group definitions are listed. */
export class GroupDefinitionListQuery {
  @StringField('Part of the name, case-insensitive', { optional: true })
  q?: string;
}

/** Whether a definition is changed or its groups are calculated. */
export class GroupDefinitionChangeQuery {
  @FlagField('Calculate the groups instead; the body is ignored', { default: false })
  recalculate!: boolean;
}
