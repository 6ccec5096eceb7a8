import { dateText, flag, integer, links, objectMap, recordShape, records, text, time } from '@wardstone/media-types';
import type { RecordOf, RecordShape } from '@wardstone/media-types';

const LINK = { element: 'link' } as const;

export const HISTORY_STATUSES = ['INPROGRESS', 'SUCCESS', 'FAILURE', 'CANCELED'] as const;
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

/** What clients see of a status, and what people read in reports. Source: plugin spec 1, C2. */
export const STATUS_NAMES = {
  INPROGRESS: { wire: 'inprogress', display: 'In Progress' },
  SUCCESS: { wire: 'success', display: 'Success' },
  FAILURE: { wire: 'failure', display: 'Failure' },
  CANCELED: { wire: 'canceled', display: 'Cancelled' },
} as const satisfies Record<HistoryStatus, { wire: string; display: string }>;

/** Source: contract 2, plugin spec 3.2. */
export const SIMPLE_PROPERTY = recordShape({
  name: 'SimplePropDef',
  element: 'simplePropDef',
  description: 'A parameter that holds one value',
  fields: {
    name: text('Name of the parameter'),
    required: flag('Whether it must be given'),
    type: text('Type of its values', {
      oneOf: [
        'STRING',
        'LONG_STRING',
        'PASSWORD',
        'BOOLEAN',
        'INTEGER',
        'LONG',
        'FLOAT',
        'DOUBLE',
        'FILE',
        'DIRECTORY',
      ],
    }),
    defaultValue: text('What an absent one stands for', { nullable: true }),
  },
});

/** Source: contract 2, plugin spec 3.2. */
export const OPERATION_DEFINITION = recordShape({
  name: 'OperationDefinitionRest',
  element: 'operationDefinition',
  description: 'Something that resources of a type can do',
  fields: {
    id: integer('Id of the definition'),
    name: text('Name of the operation'),
    params: records('Its simple parameters', SIMPLE_PROPERTY),
    links: links('`create` makes a draft', LINK),
  },
});
export type OperationDefinitionRest = RecordOf<typeof OPERATION_DEFINITION>;

/** Source: contract 2, plugin spec 3.4. */
export const OPERATION = recordShape({
  name: 'OperationRest',
  element: 'operationRest',
  description: 'An operation that is being prepared; seen by its creator alone, for some minutes',
  fields: {
    id: integer('Id of the draft'),
    name: text('Name of the operation'),
    readyToSubmit: flag('Whether it is to be executed'),
    resourceId: integer('Resource it is for'),
    definitionId: integer('Definition it follows'),
    params: objectMap('Values of the parameters'),
    links: links('`edit` the draft, or the `history` of its execution', LINK),
  },
});
export type OperationRest = RecordOf<typeof OPERATION>;

/** Source: contract 2, plugin spec 3.9. */
const PLAIN_HISTORY = recordShape({
  name: 'OperationHistoryRest',
  element: 'operationHistoryRest',
  description: 'One execution of an operation',
  fields: {
    status: text('How far it is', { oneOf: ['inprogress', 'success', 'failure', 'canceled'] }),
    result: objectMap('What it returned: texts, lists and maps; empty while it runs'),
    errorMessage: text('Why it did not succeed', { nullable: true }),
    operationName: text('Name of the operation'),
    resourceName: text('Resource it ran on'),
    lastModified: time('When this record last changed'),
    jobId: text('Id of the execution'),
    links: links('The record itself', LINK),
  },
});
export type OperationHistoryRest = RecordOf<typeof PLAIN_HISTORY>;

/** Lists name the executions; what came of one is on its page. */
export const OPERATION_HISTORY: RecordShape<OperationHistoryRest> = {
  ...PLAIN_HISTORY,
  columns: [
    {
      heading: 'Operation',
      of: ({ jobId, operationName }, page) =>
        page.anchorTo(`/operation/history/${encodeURIComponent(jobId)}`, operationName) ?? operationName,
    },
    { heading: 'Resource', of: ({ resourceName }) => resourceName },
    { heading: 'Status', isShort: true, of: ({ status }) => status },
    { heading: 'Changed', of: ({ lastModified }) => dateText(lastModified) },
    { heading: 'Error', of: ({ errorMessage }) => errorMessage },
  ],
};
