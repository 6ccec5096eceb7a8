import type { AlertExplanation } from '@wardstone/dto/monitoring';
import { dateText, factTable, type RecordView } from '@wardstone/media-types';

export const ALERT_EXPLANATION_PAGE: RecordView<AlertExplanation> = {
  fields: {
    conditions: {
      html: ({ description, matched, valueText, dataTime }) =>
        factTable([
          ['Condition', description],
          ['Held', matched ? 'Yes' : 'No'],
          ['Value', valueText],
          ['Time', dataTime === null ? null : dateText(dataTime)],
        ]),
    },
  },
};
