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

@Dto({
  element: 'resultValue',
  description: 'A simple value that the result of an operation may have, as its type declares it',
})
export class ResultValue {
  @StringField({ description: 'Name of the list or map that it is in; null for a value by itself', nullable: true })
  within!: string | null;
  @StringField({ description: 'Name' })
  name!: string;
  @StringField({ description: 'Display name' })
  displayName!: string;
  @StringField({ description: 'Constant of the unit' })
  unit!: string;
  @BooleanField({ description: 'Whether it is a number' })
  numeric!: boolean;
}

@Dto({ element: 'operationHistoryRest', description: 'One execution of an operation' })
export class OperationHistoryRest {
  @EnumField({ description: 'Status of the execution', values: ['inprogress', 'success', 'failure', 'canceled'] })
  status!: 'inprogress' | 'success' | 'failure' | 'canceled';
  @ObjectMapField({ description: 'Result: strings, lists and maps; empty while running' })
  result!: ObjectMap;
  @StringField({ description: 'Reason of the failure', nullable: true })
  errorMessage!: string | null;
  @StringField({ description: 'Name of the operation' })
  operationName!: string;
  @StringField({ description: 'Resource it ran on' })
  resourceName!: string;
  @IntField({ description: 'Platform that this resource is part of, or is itself' })
  hostId!: number;
  @StringField({ description: 'Name of that platform' })
  hostName!: string;
  @TimeField({ description: 'When this record last changed' })
  lastModified!: number;
  @StringField({ description: 'Id of the execution' })
  jobId!: string;
  @LinksField({ description: 'The record itself', element: 'link' })
  links!: readonly Link[];
}
