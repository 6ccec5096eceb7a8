import { ArrayField, BooleanField, Dto, IntField, ObjectMapField, StringField, TimeField } from '../../fields';
import type { ObjectMap } from '../../values';

@Dto('agentResource', 'A resource of the agent')
export class AgentResource {
  @IntField('Its id')
  resourceId!: number;
  @IntField('Parent resource; null for the platform', { nullable: true })
  parentId!: number | null;
  @StringField('Discovery key')
  key!: string;
  @StringField('Name of its type')
  typeName!: string;
  @StringField('Plugin of its type')
  pluginName!: string;
  @StringField('Its name')
  name!: string;
  @StringField('Its inventory status')
  status!: string;
  @TimeField('Time of the last change')
  mtime!: number;
  @ObjectMapField('Connection properties')
  pluginConfig!: ObjectMap;
}

@Dto('agentSchedule', 'How often the agent collects a metric')
export class AgentSchedule {
  @IntField('Its id')
  scheduleId!: number;
  @IntField('Resource it belongs to')
  resourceId!: number;
  @StringField('Name of the metric')
  name!: string;
  @StringField('Kind of data')
  type!: string;
  @BooleanField('Whether it is the rate per minute of a counter')
  perMinute!: boolean;
  @IntField('Collection interval, in ms')
  collectionInterval!: number;
  @BooleanField('Whether it is collected')
  enabled!: boolean;
}

@Dto('agentInventory', 'Inventory of an agent as the server has it')
export class AgentInventory {
  @ArrayField('Its resources', { of: () => AgentResource })
  resources!: readonly AgentResource[];
  @ArrayField('Schedules of the resources in inventory', { of: () => AgentSchedule })
  schedules!: readonly AgentSchedule[];
}
