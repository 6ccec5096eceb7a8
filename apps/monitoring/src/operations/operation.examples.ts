import type {
  OperationDefinitionRest,
  OperationHistoryRest,
  OperationRest,
  ResultValue,
} from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';

const JOB_ID = 'rhq-resource-10077-1034482118-1772899507001_=_rhq-resource-10077';
const HISTORY = `http://localhost:8080/rest/operation/history/${JOB_ID}`;

export const DEFINITION_EXAMPLE: OperationDefinitionRest = {
  id: 10512,
  name: 'setLogLevel',
  displayName: 'Set Log Level',
  description: 'Changes the level of a logger until the service restarts',
  params: [{ name: 'level', required: true, type: 'STRING', defaultValue: 'INFO' }],
  links: [toLink('create', 'http://localhost:8080/rest/operation/definition/10512?resourceId=10077')],
};

export const DRAFT_EXAMPLE: OperationRest = {
  id: 10734,
  name: 'setLogLevel',
  readyToSubmit: false,
  resourceId: 10077,
  definitionId: 10512,
  params: { level: 'INFO', seconds: 60 },
  links: [toLink('edit', 'http://localhost:8080/rest/operation/10734')],
};

export const HISTORY_EXAMPLE: OperationHistoryRest = {
  status: 'success',
  result: { changed: [{ logger: 'net', old: 'WARN' }] },
  errorMessage: null,
  operationName: 'setLogLevel',
  resourceName: 'gw-1',
  hostId: 10001,
  hostName: 'web-1',
  lastModified: 1_772_899_509_120,
  jobId: JOB_ID,
  links: [toLink('self', HISTORY)],
};

export const RESULT_VALUE_EXAMPLE: ResultValue = {
  within: 'processList',
  name: 'size',
  displayName: 'Size',
  unit: 'BYTES',
  numeric: true,
};
