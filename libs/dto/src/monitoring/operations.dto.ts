import { Dto, Field } from '../fields';
import type { Link, ObjectMap } from '../values';
import { PageQuery } from './values.dto';

@Dto('simplePropDef', 'A parameter that holds one value')
export class SimplePropDef {
  @Field.String('Name of the parameter')
  name!: string;
  @Field.Boolean('Whether the parameter is required')
  required!: boolean;
  @Field.Enum('Type of the value', {
    values: ['STRING', 'LONG_STRING', 'PASSWORD', 'BOOLEAN', 'INTEGER', 'LONG', 'FLOAT', 'DOUBLE', 'FILE', 'DIRECTORY'],
  })
  type!:
    | 'STRING'
    | 'LONG_STRING'
    | 'PASSWORD'
    | 'BOOLEAN'
    | 'INTEGER'
    | 'LONG'
    | 'FLOAT'
    | 'DOUBLE'
    | 'FILE'
    | 'DIRECTORY';
  @Field.String('Default value', { nullable: true })
  defaultValue!: string | null;
}

@Dto('operationDefinition', 'An operation of a resource type')
export class OperationDefinitionRest {
  @Field.Int('Id of the definition')
  id!: number;
  @Field.String('Name of the operation')
  name!: string;
  @Field.String('Display name', { optional: true, onRequest: true })
  displayName?: string;
  @Field.String('Description from the plugin, or null', {
    optional: true,
    nullable: true,
    onRequest: true,
  })
  description?: string | null;
  @Field.Array('Its simple parameters', { of: () => SimplePropDef })
  params!: readonly SimplePropDef[];
  @Field.Links('`create` creates a draft', { element: 'link' })
  links!: readonly Link[];
}

/** Stored statuses of an execution. */
export const HISTORY_STATUSES = ['INPROGRESS', 'SUCCESS', 'FAILURE', 'CANCELED'] as const;
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

@Dto('resultValue', 'A simple value that the result of an operation may have, as its type declares it')
export class ResultValue {
  @Field.String('Name of its list or map; null for a single value', { nullable: true })
  within!: string | null;
  @Field.String('Name')
  name!: string;
  @Field.String('Display name')
  displayName!: string;
  @Field.String('Constant of the unit')
  unit!: string;
  @Field.Boolean('Whether it is a number')
  numeric!: boolean;
}

@Dto('operationHistoryRest', 'One execution of an operation')
export class OperationHistoryRest {
  @Field.Enum('Status of the execution', { values: ['inprogress', 'success', 'failure', 'canceled'] })
  status!: 'inprogress' | 'success' | 'failure' | 'canceled';
  @Field.ObjectMap('Result: strings, lists and maps; empty while running')
  result!: ObjectMap;
  @Field.String('Reason of the failure', { nullable: true })
  errorMessage!: string | null;
  @Field.String('Name of the operation')
  operationName!: string;
  @Field.String('Resource it ran on')
  resourceName!: string;
  @Field.Int('Platform that this resource is part of, or is itself', { onRequest: true })
  hostId!: number;
  @Field.String('Name of that platform', { onRequest: true })
  hostName!: string;
  @Field.ObjectMap('Values of the parameters; passwords are masked', { optional: true, onRequest: true })
  params?: ObjectMap;
  @Field.String('Login of the person who requested it; `alert` for an alert', { optional: true, onRequest: true })
  requestedBy?: string;
  @Field.String('Login of the person who approved it; null without approval', {
    optional: true,
    nullable: true,
    onRequest: true,
  })
  approvedBy?: string | null;
  @Field.Boolean('Whether it waits for the approval of a second person', { optional: true, onRequest: true })
  awaitsApproval?: boolean;
  @Field.Time('When this record last changed')
  lastModified!: number;
  @Field.String('Id of the execution')
  jobId!: string;
  @Field.Links('The record itself', { element: 'link' })
  links!: readonly Link[];
}

@Dto('operationRejection', 'Why an operation is rejected')
export class OperationRejection {
  @Field.String('Reason, shown to the person who requested the operation', { maxLength: 1_000, optional: true })
  reason?: string;
}

@Dto('operationRest', 'A draft of an operation, visible to its creator only, for some minutes')
export class OperationRest {
  @Field.Int('Id of the draft')
  id!: number;
  @Field.String('Name of the operation')
  name!: string;
  @Field.Boolean('Whether to execute the operation now')
  readyToSubmit!: boolean;
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.Int('Id of the operation definition')
  definitionId!: number;
  @Field.ObjectMap('Values of the parameters')
  params!: ObjectMap;
  @Field.Links('`edit` of the draft, or `history` of its execution', { element: 'link' })
  links!: readonly Link[];
}

/** The resource whose operations are listed or created. */
export class OperationResourceQuery {
  @Field.Int('Resource whose operations are listed', { example: 10001 })
  resourceId!: number;
}

/** Parameters for reading one operation definition. */
export class OperationDefinitionQuery {
  @Field.Int('Resource for the link that creates a draft', { optional: true })
  resourceId?: number;
}

/** Filters of the list of executions; 0 means absent. */
export class OperationHistoryQuery extends PageQuery {
  @Field.Int('Only those of this resource; all when absent or 0', { default: 0 })
  resourceId!: number;
  @Field.Id('Only alerts of members of this group', { optional: true })
  groupId?: number;
  @Field.Enum('Only those in this state, case-insensitive', { values: HISTORY_STATUSES, optional: true })
  status?: HistoryStatus;
  @Field.Time('Only those whose record changed after this time', { optional: true })
  since?: number;
  @Field.Boolean('Only those that wait for approval (true), or only others (false)', { optional: true })
  awaitsApproval?: boolean;
}
