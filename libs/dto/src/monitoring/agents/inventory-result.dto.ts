import { ArrayField, BooleanField, Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'discoveredResource', description: 'A resource of the report that the server knows' })
export class DiscoveredResource {
  @StringField({ description: 'Place in the report, as a JSON pointer' })
  path!: string;
  @IntField({ description: 'Its id' })
  resourceId!: number;
  @StringField({ description: 'Its inventory status' })
  status!: string;
  @BooleanField({ description: 'Whether it was new' })
  created!: boolean;
}

@Dto({ element: 'rejectedResource', description: 'A resource of the report that was refused, and all below it' })
export class RejectedResource {
  @StringField({ description: 'Place in the report, as a JSON pointer' })
  path!: string;
  @StringField({ description: 'Why' })
  reason!: string;
}

@Dto({ element: 'inventoryResult', description: 'What became of a discovery report' })
export class InventoryResult {
  @StringField({ description: 'Id that the agent gave it' })
  reportId!: string;
  @BooleanField({ description: 'Whether all availabilities are asked for' })
  resync!: boolean;
  @ArrayField({ description: 'What is known now', of: () => DiscoveredResource })
  resources!: readonly DiscoveredResource[];
  @ArrayField({ description: 'What was refused', of: () => RejectedResource })
  rejected!: readonly RejectedResource[];
}
