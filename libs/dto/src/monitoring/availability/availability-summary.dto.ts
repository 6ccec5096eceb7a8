import { DoubleField, Dto, EnumField, IntField, LinksField, TimeField } from '../../fields';
import type { Double, Link } from '../../values';
import { AVAILABILITY_TYPES, type AvailabilityType } from '../resources/resource.dto';

@Dto({
  element: 'availabilitySummary',
  description: 'Availability of a resource over a window. Times are in ms, ratios are fractions from 0 to 1',
})
export class AvailabilitySummary {
  @TimeField({ description: 'Time of computation' })
  currentTime!: number;
  @IntField({ description: 'Time it was UP' })
  upTime!: number;
  @IntField({ description: 'Time it was DOWN' })
  downTime!: number;
  @IntField({ description: 'Time it was DISABLED' })
  disabledTime!: number;
  @IntField({ description: 'Time it was UNKNOWN after its first report' })
  unknownTime!: number;
  @IntField({ description: 'Time it was UP, DOWN or DISABLED' })
  knownTime!: number;
  @IntField({ description: 'Number of changes to DOWN' })
  failures!: number;
  @IntField({ description: 'Number of changes to DISABLED' })
  disabled!: number;
  @TimeField({ description: 'Start of the current availability' })
  lastChange!: number;
  @EnumField({ description: 'Current availability', values: AVAILABILITY_TYPES })
  current!: AvailabilityType;
  @IntField({ description: 'Id of the resource' })
  resourceId!: number;
  @DoubleField({ description: 'Fraction of the known time spent UP' })
  upPercentage!: Double;
  @DoubleField({ description: 'Fraction of the known time spent DOWN' })
  downPercentage!: Double;
  @DoubleField({ description: 'Fraction of the known time spent DISABLED' })
  disabledPercentage!: Double;
  @IntField({ description: 'Mean time between failures' })
  mtbf!: number;
  @IntField({ description: 'Mean time to recovery' })
  mttr!: number;
  @LinksField({ description: 'None' })
  links!: readonly Link[];
}
