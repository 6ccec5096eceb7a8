import { LINK, OBJECT_MAP as MAP, VALUE } from './xml-elements';
import { collection, type DocumentSchema, type ElementSchema } from './xml-schema';

type Schemas = Readonly<Record<string, DocumentSchema>>;

/** See rule operations-2. */
const DEFINITION: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    params: [
      '*',
      {
        children: {
          name: ['1', 'string'],
          required: ['1', 'boolean'],
          type: ['1', 'string'],
          defaultValue: ['?', 'string'],
        },
      },
    ],
    link: ['*', LINK],
  },
};

/** See rule operations-3. */
const DRAFT: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    readyToSubmit: ['1', 'boolean'],
    resourceId: ['1', 'int'],
    definitionId: ['1', 'int'],
    params: ['1', MAP],
    link: ['*', LINK],
  },
};

/** See rule operations-6. */
const HISTORY: ElementSchema = {
  children: {
    status: ['1', ['inprogress', 'success', 'failure', 'canceled']],
    result: ['1', MAP],
    errorMessage: ['?', 'string'],
    operationName: ['1', 'string'],
    resourceName: ['1', 'string'],
    lastModified: ['1', 'long'],
    jobId: ['1', 'string'],
    link: ['*', LINK],
  },
};

/** See rule operations-6. */
const RESULT_VALUE: ElementSchema = {
  children: {
    within: ['?', 'string'],
    name: ['1', 'string'],
    displayName: ['1', 'string'],
    unit: ['1', 'string'],
    numeric: ['1', 'boolean'],
  },
};

/** By the id of the operation. */
export const XML_OF_OPERATION_READS: Schemas = {
  getOperationDefinition: { root: 'operationDefinition', element: DEFINITION },
  listOperationDefinitions: collection('operationDefinition', DEFINITION),
  getOperationDraft: { root: 'operationRest', element: DRAFT },
  getOperationHistory: { root: 'operationHistoryRest', element: HISTORY },
  listResultValues: collection('resultValue', RESULT_VALUE),
  getOperationOutput: VALUE('string'),
  listOperationHistory: collection('operationHistoryRest', HISTORY),
};

/** Schemas of writes with a response body. */
export const XML_OF_OPERATION_WRITES: Schemas = {
  createOperationDraft: { root: 'operationRest', element: DRAFT },
  updateOperationDraft: { root: 'operationRest', element: DRAFT },
  cancelOperation: { root: 'operationHistoryRest', element: HISTORY },
};
