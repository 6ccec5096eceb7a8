import type { PageWindow } from '@wardstone/pagination';
import { FlagField, IdField, PageField, SortField, StringField } from '../../fields';
import type { Sort } from '../../values';
import { DEFINITION_SORT_FIELDS } from './alert-definition.dto';

/** Which definitions are listed. */
export class DefinitionListQuery {
  @PageField()
  window!: PageWindow;
  @SortField({ fields: DEFINITION_SORT_FIELDS, default: { field: 'id', descends: false } })
  sort!: Sort<(typeof DEFINITION_SORT_FIELDS)[number]>;
  @IdField('Only those of this resource', { optional: true })
  resourceId?: number;
  @StringField('Part of the name, case-insensitive', { optional: true })
  q?: string;
  @FlagField('Whether to include conditions and notifications', { default: false })
  full!: boolean;
}

/** How one definition is shown. */
export class DefinitionQuery {
  @FlagField('Whether to include conditions and notifications', { default: true })
  full!: boolean;
}

/** What a new definition is for. */
export class DefinitionOwnerQuery {
  @IdField('Resource of the definition; exactly one of the three is required', { optional: true })
  resourceId?: number;
  @IdField('Group of the definition', { optional: true })
  groupId?: number;
  @IdField('Resource type of the definition', { optional: true })
  resourceTypeId?: number;
}
