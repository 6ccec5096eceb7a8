import { Dto, IntField, ObjectField, ObjectMapField, StringField, TimeField } from '../../fields';
import type { ObjectMap } from '../../values';

@Dto({ element: 'operationWork', description: 'An operation to execute' })
export class OperationWork {
  @StringField({ description: 'Job id of the execution' })
  jobId!: string;
  @StringField({ description: 'Name of the operation' })
  name!: string;
  @ObjectMapField({ description: 'Its parameters, defaults filled in' })
  parameters!: ObjectMap;
}

@Dto({ element: 'createWork', description: 'A resource to create' })
export class CreateWork {
  @StringField({ description: 'Name of its type' })
  typeName!: string;
  @StringField({ description: 'Plugin of its type' })
  pluginName!: string;
  @StringField({ description: 'Name it will have' })
  resourceName!: string;
  @ObjectMapField({ description: 'Connection properties' })
  pluginConfig!: ObjectMap;
  @ObjectMapField({ description: 'Its configuration; for content the properties it is deployed with' })
  resourceConfig!: ObjectMap;
  @IntField({ description: 'Bytes of the content, which are at /content below the work', optional: true })
  contentLength?: number;
}

@Dto({ element: 'cancelWork', description: 'Work to stop' })
export class CancelWork {
  @IntField({ description: 'Id of the work' })
  workId!: number;
}

@Dto({ element: 'agentWork', description: 'Something for the agent to do' })
export class AgentWork {
  @IntField({ description: 'Id of the work' })
  id!: number;
  @StringField({ description: 'What kind of work it is' })
  kind!: string;
  @IntField({ description: 'Resource it is about', nullable: true })
  resourceId!: number | null;
  @TimeField({ description: 'When it was ordered' })
  created!: number;
  @IntField({ description: 'Seconds it may take', optional: true })
  timeout?: number;
  @ObjectField({ description: 'For kind operation', of: () => OperationWork, optional: true })
  operation?: OperationWork;
  @ObjectField({ description: 'For kind createResource', of: () => CreateWork, optional: true })
  create?: CreateWork;
  @ObjectField({ description: 'For kind cancel', of: () => CancelWork, optional: true })
  cancel?: CancelWork;
}

@Dto({ element: 'workReport', description: 'How far an agent is with its work' })
export class WorkReport {
  @StringField({ description: 'started, success, failure or canceled; for cancel work what became of it' })
  state!: string;
  @TimeField({ description: 'When' })
  time!: number;
  @ObjectMapField({ description: 'What an operation returned', nullable: true })
  result!: ObjectMap | null;
  @StringField({ description: 'Why it did not succeed', nullable: true })
  errorMessage!: string | null;
  @StringField({ description: 'Key of the resource that was created', nullable: true })
  resourceKey!: string | null;
  @StringField({ description: 'For a creation that failed: INVALID_CONFIGURATION or INVALID_ARTIFACT', nullable: true })
  creationStatus!: string | null;
}
