import { ArrayField, BooleanField, Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'discoveredResource', description: 'An accepted resource of the report' })
export class DiscoveredResource {
  @StringField({ description: 'Position in the report, as a JSON pointer' })
  path!: string;
  @IntField({ description: 'Its id' })
  resourceId!: number;
  @StringField({ description: 'Its inventory status' })
  status!: string;
  @BooleanField({ description: 'Whether the resource is new' })
  created!: boolean;
}

@Dto({ element: 'rejectedResource', description: 'A rejected resource of the report, with everything below it' })
export class RejectedResource {
  @StringField({ description: 'Position in the report, as a JSON pointer' })
  path!: string;
  @StringField({ description: 'Why' })
  reason!: string;
}

@Dto({ element: 'inventoryResult', description: 'Result of a discovery report' })
export class InventoryResult {
  @StringField({ description: 'Id assigned by the agent' })
  reportId!: string;
  @BooleanField({ description: 'Whether the server requests all availabilities' })
  resync!: boolean;
  @ArrayField({ description: 'Accepted resources', of: () => DiscoveredResource })
  resources!: readonly DiscoveredResource[];
  @ArrayField({ description: 'Rejected resources', of: () => RejectedResource })
  rejected!: readonly RejectedResource[];
}
