import { IdField, TimeField } from '../../fields';

/** What a definition is tried out on. */
export class DryRunQuery {
  @IdField('The resource whose history is replayed', { example: 10001 })
  resourceId!: number;
  @IdField('Look at the members of this group as well', { optional: true })
  groupId?: number;
  @IdField('Look at the resources of this type as well', { optional: true })
  resourceTypeId?: number;
  @TimeField('End, exclusive; now when absent or later', { optional: true })
  end?: number;
  @TimeField('Start; six days before the end when absent', { optional: true })
  start?: number;
}
