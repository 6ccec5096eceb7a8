/** Channel on which replicas receive which agent has new work. */
export const WORK_CHANNEL = 'agent_work';

export type WorkKind = 'operation' | 'createResource' | 'deleteResource' | 'cancel' | 'discover' | 'updatePlugins';
