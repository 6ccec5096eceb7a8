import {
  BooleanField,
  Dto,
  EnumField,
  IntField,
  LinksField,
  ObjectMapField,
  StringField,
  TimeField,
} from '../../fields';
import type { Link, ObjectMap } from '../../values';

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
