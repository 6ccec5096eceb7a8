import { ArrayField, BooleanField, Dto, IntField, StringField } from '../../fields';

@Dto('rejectedItem', 'An item that was not stored')
export class RejectedItem {
  @IntField('Position in the report, from 0')
  index!: number;
  @StringField('Why')
  reason!: string;
}

@Dto('reportResult', 'Result of a report')
export class ReportResult {
  @StringField('Id assigned by the agent')
  reportId!: string;
  @IntField('Number of items stored')
  accepted!: number;
  @ArrayField('Items that were rejected', { of: () => RejectedItem })
  rejected!: readonly RejectedItem[];
  @BooleanField('Whether the server requests a full inventory and all availabilities')
  resync!: boolean;
}
