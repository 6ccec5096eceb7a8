import { Dto, IntField, ObjectField, ObjectMapField, StringField, TimeField } from '../../fields';
import type { ObjectMap } from '../../values';

@Dto({ element: 'operationWork', description: 'An operation to execute' })
export class OperationWork {
  @StringField({ description: 'Job id of the execution' })
  jobId!: string;
  @StringField({ description: 'Name of the operation' })
  name!: string;
  @ObjectMapField({ description: 'Parameters, with defaults applied' })
  parameters!: ObjectMap;
}

@Dto({ element: 'createWork', description: 'A resource to create' })
export class CreateWork {
  @StringField({ description: 'Name of its type' })
  typeName!: string;
  @StringField({ description: 'Plugin of its type' })
  pluginName!: string;
  @StringField({ description: 'Name of the new resource' })
  resourceName!: string;
  @ObjectMapField({ description: 'Connection properties' })
  pluginConfig!: ObjectMap;
  @ObjectMapField({ description: 'Configuration; for content, the deployment properties' })
  resourceConfig!: ObjectMap;
  @IntField({ description: 'Size of the content, which is at /content below the work', optional: true })
  contentLength?: number;
}

@Dto({ element: 'cancelWork', description: 'Work to cancel' })
export class CancelWork {
  @IntField({ description: 'Id of the work' })
  workId!: number;
}

@Dto({ element: 'agentWork', description: 'A unit of work for the agent' })
export class AgentWork {
  @IntField({ description: 'Id of the work' })
  id!: number;
  @StringField({ description: 'Kind of work' })
  kind!: string;
  @IntField({ description: 'Id of the resource', nullable: true })
  resourceId!: number | null;
  @TimeField({ description: 'When the work was created' })
  created!: number;
  @IntField({ description: 'Time limit, in seconds', optional: true })
  timeout?: number;
  @ObjectField({ description: 'For kind operation', of: () => OperationWork, optional: true })
  operation?: OperationWork;
  @ObjectField({ description: 'For kind createResource', of: () => CreateWork, optional: true })
  create?: CreateWork;
  @ObjectField({ description: 'For kind cancel', of: () => CancelWork, optional: true })
  cancel?: CancelWork;
}

@Dto({ element: 'workReport', description: 'Progress of work of an agent' })
export class WorkReport {
  @StringField({ description: 'started, success, failure or canceled; for cancel work, its outcome' })
  state!: string;
  @TimeField({ description: 'When' })
  time!: number;
  @ObjectMapField({ description: 'Result of the operation', nullable: true })
  result!: ObjectMap | null;
  @StringField({ description: 'Reason of the failure', nullable: true })
  errorMessage!: string | null;
  @StringField({ description: 'Key of the created resource', nullable: true })
  resourceKey!: string | null;
  @StringField({ description: 'For a failed creation: INVALID_CONFIGURATION or INVALID_ARTIFACT', nullable: true })
  creationStatus!: string | null;
}
