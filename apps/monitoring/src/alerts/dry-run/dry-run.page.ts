import type { DryRun } from '@wardstone/dto/monitoring';
import { dateText, factTable, type RecordView } from '@wardstone/media-types';

export const DRY_RUN_PAGE: RecordView<DryRun> = {
  fields: {
    alerts: {
      fields: {
        matches: {
          html: ({ description, valueText, dataTime }) =>
            factTable([
              ['Condition', description],
              ['Value', valueText],
              ['Time', dateText(dataTime)],
            ]),
        },
      },
    },
  },
};
