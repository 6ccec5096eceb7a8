import { ArrayField, BooleanField, Dto, IntField, ObjectMapField, StringField, TimeField } from '../../fields';
import type { ObjectMap } from '../../values';

@Dto({ element: 'agentResource', description: 'A resource of the agent' })
export class AgentResource {
  @IntField({ description: 'Its id' })
  resourceId!: number;
  @IntField({ description: 'Parent resource; null for the platform', nullable: true })
  parentId!: number | null;
  @StringField({ description: 'Discovery key' })
  key!: string;
  @StringField({ description: 'Name of its type' })
  typeName!: string;
  @StringField({ description: 'Plugin of its type' })
  pluginName!: string;
  @StringField({ description: 'Its name' })
  name!: string;
  @StringField({ description: 'Its inventory status' })
  status!: string;
  @TimeField({ description: 'Time of the last change' })
  mtime!: number;
  @ObjectMapField({ description: 'Connection properties' })
  pluginConfig!: ObjectMap;
}

@Dto({ element: 'agentSchedule', description: 'How often the agent collects a metric' })
export class AgentSchedule {
  @IntField({ description: 'Its id' })
  scheduleId!: number;
  @IntField({ description: 'Resource it belongs to' })
  resourceId!: number;
  @StringField({ description: 'Name of the metric' })
  name!: string;
  @StringField({ description: 'Kind of data' })
  type!: string;
  @BooleanField({ description: 'Whether it is the rate per minute of a counter' })
  perMinute!: boolean;
  @IntField({ description: 'Collection interval, in ms' })
  collectionInterval!: number;
  @BooleanField({ description: 'Whether it is collected' })
  enabled!: boolean;
}

@Dto({ element: 'agentInventory', description: 'Inventory of an agent as the server has it' })
export class AgentInventory {
  @ArrayField({ description: 'Its resources', of: () => AgentResource })
  resources!: readonly AgentResource[];
  @ArrayField({ description: 'Schedules of the resources in inventory', of: () => AgentSchedule })
  schedules!: readonly AgentSchedule[];
}
