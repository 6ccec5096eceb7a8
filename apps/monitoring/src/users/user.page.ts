import type { UserRest } from '@wardstone/dto/monitoring';
import type { RecordView } from '@wardstone/media-types';

export const USER_PAGE: RecordView<UserRest> = { heading: ({ login }) => login };
