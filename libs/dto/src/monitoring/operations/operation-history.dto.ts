import { Dto, EnumField, LinksField, ObjectMapField, StringField, TimeField } from '../../fields';
import type { Link, ObjectMap } from '../../values';

@Dto({ element: 'operationHistoryRest', description: 'One execution of an operation' })
export class OperationHistoryRest {
  @EnumField({ description: 'How far it is', values: ['inprogress', 'success', 'failure', 'canceled'] })
  status!: 'inprogress' | 'success' | 'failure' | 'canceled';
  @ObjectMapField({ description: 'What it returned: texts, lists and maps; empty while it runs' })
  result!: ObjectMap;
  @StringField({ description: 'Why it did not succeed', nullable: true })
  errorMessage!: string | null;
  @StringField({ description: 'Name of the operation' })
  operationName!: string;
  @StringField({ description: 'Resource it ran on' })
  resourceName!: string;
  @TimeField({ description: 'When this record last changed' })
  lastModified!: number;
  @StringField({ description: 'Id of the execution' })
  jobId!: string;
  @LinksField({ description: 'The record itself', element: 'link' })
  links!: readonly Link[];
}
