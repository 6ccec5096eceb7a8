import { Dto, IntField, ObjectField, ObjectMapField, StringField, TimeField } from '../../fields';
import type { ObjectMap } from '../../values';

@Dto('operationWork', 'An operation to execute')
export class OperationWork {
  @StringField('Job id of the execution')
  jobId!: string;
  @StringField('Name of the operation')
  name!: string;
  @ObjectMapField('Parameters, with defaults applied')
  parameters!: ObjectMap;
}

@Dto('createWork', 'A resource to create')
export class CreateWork {
  @StringField('Name of its type')
  typeName!: string;
  @StringField('Plugin of its type')
  pluginName!: string;
  @StringField('Name of the new resource')
  resourceName!: string;
  @ObjectMapField('Connection properties')
  pluginConfig!: ObjectMap;
  @ObjectMapField('Configuration; for content, the deployment properties')
  resourceConfig!: ObjectMap;
  @IntField('Size of the content, which is at /content below the work', { optional: true })
  contentLength?: number;
}

@Dto('cancelWork', 'Work to cancel')
export class CancelWork {
  @IntField('Id of the work')
  workId!: number;
}

@Dto('agentWork', 'A unit of work for the agent')
export class AgentWork {
  @IntField('Id of the work')
  id!: number;
  @StringField('Kind of work')
  kind!: string;
  @IntField('Id of the resource', { nullable: true })
  resourceId!: number | null;
  @TimeField('When the work was created')
  created!: number;
  @IntField('Time limit, in seconds', { optional: true })
  timeout?: number;
  @ObjectField('For kind operation', { of: () => OperationWork, optional: true })
  operation?: OperationWork;
  @ObjectField('For kind createResource', { of: () => CreateWork, optional: true })
  create?: CreateWork;
  @ObjectField('For kind cancel', { of: () => CancelWork, optional: true })
  cancel?: CancelWork;
}

@Dto('workReport', 'Progress of work of an agent')
export class WorkReport {
  @StringField('started, success, failure or canceled; for cancel work, its outcome')
  state!: string;
  @TimeField('When')
  time!: number;
  @ObjectMapField('Result of the operation', { nullable: true })
  result!: ObjectMap | null;
  @StringField('Reason of the failure', { nullable: true })
  errorMessage!: string | null;
  @StringField('Key of the created resource', { nullable: true })
  resourceKey!: string | null;
  @StringField('For a failed creation: INVALID_CONFIGURATION or INVALID_ARTIFACT', { nullable: true })
  creationStatus!: string | null;
}
