import { Dto, IntField } from '../../fields';

@Dto('resourceRemoval', 'What leaves the inventory together')
export class ResourceRemoval {
  @IntField('Resources that match')
  resources!: number;
  @IntField('Other resources below them')
  parts!: number;
  @IntField('Unacknowledged alerts of both')
  openAlerts!: number;
  @IntField('Metric schedules of both')
  schedules!: number;
}
