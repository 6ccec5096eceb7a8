export const OPERATION_SETTINGS = Symbol('OperationSettings');

export interface OperationSettings {
  /** Time-out of executions whose definition has none. */
  timeoutSeconds: number;
  /** How long ended executions are kept, by their creation; 0 is for ever. */
  retentionDays: number;
}
