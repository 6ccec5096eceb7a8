import { ArrayField, BooleanField, Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'rejectedItem', description: 'An item that was not stored' })
export class RejectedItem {
  @IntField({ description: 'Place in the report, from 0' })
  index!: number;
  @StringField({ description: 'Why' })
  reason!: string;
}

@Dto({ element: 'reportResult', description: 'What became of a report' })
export class ReportResult {
  @StringField({ description: 'Id that the agent gave it' })
  reportId!: string;
  @IntField({ description: 'Items that were stored' })
  accepted!: number;
  @ArrayField({ description: 'Items that were not', of: () => RejectedItem })
  rejected!: readonly RejectedItem[];
  @BooleanField({ description: 'Whether a full inventory and all availabilities are asked for' })
  resync!: boolean;
}
