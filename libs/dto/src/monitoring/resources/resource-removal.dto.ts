import { Dto, IntField } from '../../fields';

@Dto({ element: 'resourceRemoval', description: 'What leaves the inventory together' })
export class ResourceRemoval {
  @IntField({ description: 'Resources that match' })
  resources!: number;
  @IntField({ description: 'Other resources below them' })
  parts!: number;
  @IntField({ description: 'Unacknowledged alerts of both' })
  openAlerts!: number;
  @IntField({ description: 'Metric schedules of both' })
  schedules!: number;
}
