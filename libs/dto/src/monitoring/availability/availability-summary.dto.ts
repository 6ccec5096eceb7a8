import { DoubleField, Dto, EnumField, IntField, LinksField, TimeField } from '../../fields';
import type { Double, Link } from '../../values';
import { AVAILABILITY_TYPES } from '../resources/resource.dto';
import type { AvailabilityType } from '../resources/resource.dto';

@Dto({
  element: 'availabilitySummary',
  description: 'How available a resource has been. Times are in ms, shares are fractions from 0 to 1',
})
export class AvailabilitySummary {
  @TimeField({ description: 'When this was computed' })
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
  @IntField({ description: 'How often it went DOWN' })
  failures!: number;
  @IntField({ description: 'How often it was DISABLED' })
  disabled!: number;
  @TimeField({ description: 'When the current availability began' })
  lastChange!: number;
  @EnumField({ description: 'Current availability', values: AVAILABILITY_TYPES })
  current!: AvailabilityType;
  @IntField({ description: 'Resource it is about' })
  resourceId!: number;
  @DoubleField({ description: 'Share of UP in the known time' })
  upPercentage!: Double;
  @DoubleField({ description: 'Share of DOWN in the known time' })
  downPercentage!: Double;
  @DoubleField({ description: 'Share of DISABLED in the known time' })
  disabledPercentage!: Double;
  @IntField({ description: 'Mean time between failures' })
  mtbf!: number;
  @IntField({ description: 'Mean time to recovery' })
  mttr!: number;
  @LinksField({ description: 'None' })
  links!: readonly Link[];
}
