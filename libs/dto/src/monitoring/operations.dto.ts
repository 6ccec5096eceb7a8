import type { PageWindow } from '@wardstone/pagination';
import {
  ArrayField,
  BooleanField,
  Dto,
  EnumField,
  IdField,
  IntField,
  LinksField,
  ObjectMapField,
  PageField,
  StringField,
  TimeField,
} from '../fields';
import type { Link, ObjectMap } from '../values';

@Dto('simplePropDef', 'A parameter that holds one value')
export class SimplePropDef {
  @StringField('Name of the parameter')
  name!: string;
  @BooleanField('Whether the parameter is required')
  required!: boolean;
  @EnumField('Type of the value', {
    values: ['STRING', 'LONG_STRING', 'PASSWORD', 'BOOLEAN', 'INTEGER', 'LONG', 'FLOAT', 'DOUBLE', 'FILE', 'DIRECTORY'],
  })
  type!:
    'STRING' | 'LONG_STRING' | 'PASSWORD' | 'BOOLEAN' | 'INTEGER' | 'LONG' | 'FLOAT' | 'DOUBLE' | 'FILE' | 'DIRECTORY';
  @StringField('Default value', { nullable: true })
  defaultValue!: string | null;
}

@Dto('operationDefinition', 'An operation of a resource type')
export class OperationDefinitionRest {
  @IntField('Id of the definition')
  id!: number;
  @StringField('Name of the operation')
  name!: string;
  @ArrayField('Its simple parameters', { of: () => SimplePropDef })
  params!: readonly SimplePropDef[];
  @LinksField('`create` creates a draft', { element: 'link' })
  links!: readonly Link[];
}

/** How far an execution is, as it is kept. */
export const HISTORY_STATUSES = ['INPROGRESS', 'SUCCESS', 'FAILURE', 'CANCELED'] as const;
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

@Dto('resultValue', 'A simple value that the result of an operation may have, as its type declares it')
export class ResultValue {
  @StringField('Name of the list or map that it is in; null for a value by itself', { nullable: true })
  within!: string | null;
  @StringField('Name')
  name!: string;
  @StringField('Display name')
  displayName!: string;
  @StringField('Constant of the unit')
  unit!: string;
  @BooleanField('Whether it is a number')
  numeric!: boolean;
}

@Dto('operationHistoryRest', 'One execution of an operation')
export class OperationHistoryRest {
  @EnumField('Status of the execution', { values: ['inprogress', 'success', 'failure', 'canceled'] })
  status!: 'inprogress' | 'success' | 'failure' | 'canceled';
  @ObjectMapField('Result: strings, lists and maps; empty while running')
  result!: ObjectMap;
  @StringField('Reason of the failure', { nullable: true })
  errorMessage!: string | null;
  @StringField('Name of the operation')
  operationName!: string;
  @StringField('Resource it ran on')
  resourceName!: string;
  @IntField('Platform that this resource is part of, or is itself')
  hostId!: number;
  @StringField('Name of that platform')
  hostName!: string;
  @TimeField('When this record last changed')
  lastModified!: number;
  @StringField('Id of the execution')
  jobId!: string;
  @LinksField('The record itself', { element: 'link' })
  links!: readonly Link[];
}

@Dto('operationRest', 'A draft of an operation, visible to its creator only, for some minutes')
export class OperationRest {
  @IntField('Id of the draft')
  id!: number;
  @StringField('Name of the operation')
  name!: string;
  @BooleanField('Whether to execute the operation')
  readyToSubmit!: boolean;
  @IntField('Id of the resource')
  resourceId!: number;
  @IntField('Id of the operation definition')
  definitionId!: number;
  @ObjectMapField('Values of the parameters')
  params!: ObjectMap;
  @LinksField('`edit` of the draft, or `history` of its execution', { element: 'link' })
  links!: readonly Link[];
}

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
