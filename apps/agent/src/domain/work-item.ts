import type { AgentWork, CreateWork, OperationWork } from '@wardstone/dto/monitoring';

/** Something to do, as the server hands it out; only what the agent reads of it. */
export interface WorkItem extends Pick<AgentWork, 'id' | 'kind' | 'resourceId' | 'timeout' | 'cancel'> {
  operation?: Pick<OperationWork, 'name' | 'parameters'>;
  create?: Pick<CreateWork, 'typeName'>;
}
