import type { PageWindow } from '@wardstone/pagination';
import { BooleanField, Dto, EnumField, IntField, PageField, SortField, StringField, TimeField } from '../../fields';
import type { Sort } from '../../values';
import { INVENTORY_STATUSES, type InventoryStatus } from '../resources/resource.dto';

export const AGENT_SORT_FIELDS = ['name', 'hostname', 'version', 'lastSeen'] as const;

/** Which agents are listed. */
export class AgentListQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name of the agent or of its host, case-insensitive', { optional: true })
  q?: string;
  @BooleanField('Only agents that are silent (true) or only those that report (false)', { optional: true })
  silent?: boolean;
  @SortField({ fields: AGENT_SORT_FIELDS, default: { field: 'lastSeen', descends: false } })
  sort!: Sort<(typeof AGENT_SORT_FIELDS)[number]>;
}

@Dto('listedAgent', 'An agent, and the machine that it reports')
export class ListedAgent {
  @StringField('Name of the agent')
  name!: string;
  @StringField('Version of the agent', { nullable: true })
  version!: string | null;
  @StringField('Host name that the agent reported', { nullable: true })
  hostname!: string | null;
  @TimeField('Time of its first request')
  registered!: number;
  @TimeField('Time of its last request, to the minute')
  lastSeen!: number;
  @BooleanField('Whether it has been quiet for so long that its machine counts as down')
  silent!: boolean;
  @IntField('Id of its platform; null before it has reported one', { nullable: true })
  hostId!: number | null;
  @StringField('Name of the platform', { nullable: true })
  hostName!: string | null;
  @EnumField('Inventory status of the platform', { values: INVENTORY_STATUSES, nullable: true })
  hostStatus!: InventoryStatus | null;
}
