import { IntField } from '../../fields';
import { ANY_ID } from './agent-report.dto';

/** What a report says of one resource. */
export abstract class ReportedItem {
  @IntField('Id of the resource', { ...ANY_ID, reason: 'unknown resource' })
  resourceId!: number;
}
