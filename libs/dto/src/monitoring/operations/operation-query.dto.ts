import type { PageWindow } from '@wardstone/pagination';
import { EnumField, IdField, IntField, PageField, TimeField } from '../../fields';
import { HISTORY_STATUSES, type HistoryStatus } from './operation-history.dto';

/** The resource that operations are listed or made for. */
export class OperationResourceQuery {
  @IntField('Resource whose operations are listed', { example: 10001 })
  resourceId!: number;
}

/** How one definition is shown. */
export class OperationDefinitionQuery {
  @IntField('Resource for the link that creates a draft', { optional: true })
  resourceId?: number;
}

/** Which executions are listed; 0 stands for absent. */
export class OperationHistoryQuery {
  @PageField()
  window!: PageWindow;
  @IntField('Only those of this resource; all when absent or 0', { default: 0 })
  resourceId!: number;
  @IdField('Only those of the members of this group', { optional: true })
  groupId?: number;
  @EnumField('Only those in this state, case-insensitive', { values: HISTORY_STATUSES, optional: true })
  status?: HistoryStatus;
  @TimeField('Only those whose record changed after this time', { optional: true })
  since?: number;
}
