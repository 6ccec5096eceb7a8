import type { MetricSchedule } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/media-types';

/** As the API document shows it in a list. */
export const LISTED_SCHEDULE_EXAMPLE: MetricSchedule = {
  scheduleId: 10431,
  scheduleName: 'Native.MemoryInfo.free',
  enabled: true,
  collectionInterval: 600_000,
  displayName: 'Free Memory',
  unit: 'B',
  type: 'MEASUREMENT',
  definitionId: 10055,
  mtime: 1_700_000_000_000,
  links: [
    toLink('metric', 'http://localhost:8080/rest/metric/data/10431'),
    toLink('metric-raw', 'http://localhost:8080/rest/metric/data/10431/raw'),
    toLink('resource', 'http://localhost:8080/rest/resource/10001'),
  ],
};
