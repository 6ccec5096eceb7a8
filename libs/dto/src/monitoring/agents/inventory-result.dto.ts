import { ArrayField, BooleanField, Dto, IntField, StringField } from '../../fields';

@Dto('discoveredResource', 'An accepted resource of the report')
export class DiscoveredResource {
  @StringField('Position in the report, as a JSON pointer')
  path!: string;
  @IntField('Its id')
  resourceId!: number;
  @StringField('Its inventory status')
  status!: string;
  @BooleanField('Whether the resource is new')
  created!: boolean;
}

@Dto('rejectedResource', 'A rejected resource of the report, with everything below it')
export class RejectedResource {
  @StringField('Position in the report, as a JSON pointer')
  path!: string;
  @StringField('Why')
  reason!: string;
}

@Dto('inventoryResult', 'Result of a discovery report')
export class InventoryResult {
  @StringField('Id assigned by the agent')
  reportId!: string;
  @BooleanField('Whether the server requests all availabilities')
  resync!: boolean;
  @ArrayField('Accepted resources', { of: () => DiscoveredResource })
  resources!: readonly DiscoveredResource[];
  @ArrayField('Rejected resources', { of: () => RejectedResource })
  rejected!: readonly RejectedResource[];
}
