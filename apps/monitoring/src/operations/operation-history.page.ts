import { OperationHistoryRest } from '@wardstone/dto/monitoring';
import { markup, type MarkupValue } from '@wardstone/markup';
import { dateText, factTable, one, type PageTools, type RecordView, resultMarkup } from '@wardstone/media-types';
import { locationIn } from '../resources/resource-markup';

/** Under a symbol, so that pages alone show it. */
const PLACE = Symbol('place');

/** Where an operation ran. */
interface Place {
  resourceId: number;
  ancestry: string | null;
}

/** Adds the place, for resources of many machines have one name. */
export function withPlace(record: OperationHistoryRest, place: Place): OperationHistoryRest {
  return Object.assign(record, { [PLACE]: place });
}

const ALL_FIELDS = one(OperationHistoryRest);

/** Lists name the executions; what came of one is on its page. */
export const OPERATION_HISTORY_PAGE: RecordView<OperationHistoryRest> = {
  html: (record, page) => {
    const location = locationOf(record, page);
    const place = location === null ? '' : factTable([['Located in', location]]);
    return markup`${place}${resultMarkup(ALL_FIELDS, record, page)}`;
  },
  columns: [
    {
      heading: 'Operation',
      of: ({ jobId, operationName }, page) =>
        page.anchorTo(`/operation/history/${encodeURIComponent(jobId)}`, operationName) ?? operationName,
    },
    {
      heading: 'Resource',
      of: (record, page) => {
        const place = placeOf(record);
        return (place && page.anchorTo(`/resource/${place.resourceId}`, record.resourceName)) ?? record.resourceName;
      },
    },
    { heading: 'Located in', of: locationOf },
    { heading: 'Status', isShort: true, of: ({ status }) => status },
    { heading: 'Changed', isShort: true, of: ({ lastModified }) => dateText(lastModified) },
    { heading: 'Error', of: ({ errorMessage }) => errorMessage },
  ],
};

function placeOf(record: OperationHistoryRest): Place | undefined {
  return (record as { [PLACE]?: Place })[PLACE];
}

function locationOf(record: OperationHistoryRest, page: PageTools): MarkupValue {
  const ancestry = placeOf(record)?.ancestry ?? null;
  return ancestry === null ? null : locationIn(ancestry, page);
}
