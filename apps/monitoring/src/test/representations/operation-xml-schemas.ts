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

const COUNTS = ['waiting', 'inProgress', 'succeeded', 'failed', 'canceled', 'skipped'] as const;

/** See rule operations-8. */
const SCHEDULE: ElementSchema = {
  children: {
    id: ['1', 'int'],
    definitionId: ['1', 'int'],
    operationName: ['1', 'string'],
    displayName: ['1', 'string'],
    resourceId: ['?', 'int'],
    groupId: ['?', 'int'],
    targetName: ['1', 'string'],
    params: ['1', MAP],
    maxConcurrent: ['?', 'int'],
    stopOnFailure: ['1', 'boolean'],
    startTime: ['1', 'long'],
    rule: ['?', 'string'],
    timeZone: ['?', 'string'],
    nextTime: ['1', 'long'],
    state: ['1', ['AWAITING_APPROVAL', 'SCHEDULED', 'RUNNING', 'ENDED']],
    requestedBy: ['1', 'string'],
    approvedBy: ['?', 'string'],
    createTime: ['1', 'long'],
    canceledBy: ['?', 'string'],
    problem: ['?', 'string'],
    run: [
      '?',
      {
        children: {
          id: ['1', 'int'],
          startTime: ['1', 'long'],
          endTime: ['1', 'long'],
          status: ['1', ['INPROGRESS', 'SUCCESS', 'FAILURE', 'CANCELED']],
          ...Object.fromEntries(COUNTS.map((count) => [count, ['1', 'int']] as const)),
        },
      },
    ],
    link: ['*', LINK],
  },
};

/** See rule operations-8. */
const RUN_MEMBER: ElementSchema = {
  children: {
    runId: ['1', 'int'],
    runTime: ['1', 'long'],
    resourceId: ['1', 'int'],
    resourceName: ['1', 'string'],
    hostId: ['1', 'int'],
    hostName: ['1', 'string'],
    status: ['1', ['WAITING', 'INPROGRESS', 'SUCCESS', 'FAILURE', 'CANCELED', 'SKIPPED']],
    jobId: ['?', 'string'],
    errorMessage: ['?', 'string'],
  },
};

/** By operation id. */
export const XML_OF_OPERATION_READS: Schemas = {
  getOperationDefinition: { root: 'operationDefinition', element: DEFINITION },
  listOperationDefinitions: collection('operationDefinition', DEFINITION),
  getOperationDraft: { root: 'operationRest', element: DRAFT },
  getOperationHistory: { root: 'operationHistoryRest', element: HISTORY },
  listResultValues: collection('resultValue', RESULT_VALUE),
  getOperationOutput: VALUE('string'),
  listOperationHistory: collection('operationHistoryRest', HISTORY),
  listOperationSchedules: collection('operationSchedule', SCHEDULE),
  getOperationSchedule: { root: 'operationSchedule', element: SCHEDULE },
  listOperationRunMembers: collection('runMember', RUN_MEMBER),
};

/** Schemas of writes with a response body. */
export const XML_OF_OPERATION_WRITES: Schemas = {
  createOperationDraft: { root: 'operationRest', element: DRAFT },
  updateOperationDraft: { root: 'operationRest', element: DRAFT },
  createOperationSchedule: { root: 'operationSchedule', element: SCHEDULE },
  approveOperationSchedule: { root: 'operationSchedule', element: SCHEDULE },
  rejectOperationSchedule: { root: 'operationSchedule', element: SCHEDULE },
  cancelOperationSchedule: { root: 'operationSchedule', element: SCHEDULE },
  approveOperation: { root: 'operationHistoryRest', element: HISTORY },
  rejectOperation: { root: 'operationHistoryRest', element: HISTORY },
  cancelOperation: { root: 'operationHistoryRest', element: HISTORY },
};
