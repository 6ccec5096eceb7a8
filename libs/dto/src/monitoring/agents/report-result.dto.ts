import { ArrayField, BooleanField, Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'rejectedItem', description: 'An item that was not stored' })
export class RejectedItem {
  @IntField({ description: 'Position in the report, from 0' })
  index!: number;
  @StringField({ description: 'Why' })
  reason!: string;
}

@Dto({ element: 'reportResult', description: 'Result of a report' })
export class ReportResult {
  @StringField({ description: 'Id assigned by the agent' })
  reportId!: string;
  @IntField({ description: 'Number of items stored' })
  accepted!: number;
  @ArrayField({ description: 'Items that were rejected', of: () => RejectedItem })
  rejected!: readonly RejectedItem[];
  @BooleanField({ description: 'Whether the server requests a full inventory and all availabilities' })
  resync!: boolean;
}
