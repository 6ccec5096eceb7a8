import type { OperationHistoryRest } from '@wardstone/dto/monitoring';
import { dateText } from '@wardstone/media-types';
import type { RecordView } from '@wardstone/media-types';

/** Lists name the executions; what came of one is on its page. */
export const OPERATION_HISTORY_PAGE: RecordView<OperationHistoryRest> = {
  columns: [
    {
      heading: 'Operation',
      of: ({ jobId, operationName }, page) =>
        page.anchorTo(`/operation/history/${encodeURIComponent(jobId)}`, operationName) ?? operationName,
    },
    { heading: 'Resource', of: ({ resourceName }) => resourceName },
    { heading: 'Status', isShort: true, of: ({ status }) => status },
    { heading: 'Changed', isShort: true, of: ({ lastModified }) => dateText(lastModified) },
    { heading: 'Error', of: ({ errorMessage }) => errorMessage },
  ],
};
